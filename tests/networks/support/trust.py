"""Makes an NSS database that trusts the authority of a PEM file, as Chromium on Linux reads it: trust.py FOLDER PEM."""

import ctypes
import os
import sys

folder, pem = sys.argv[1:]
smime = ctypes.CDLL("libsmime3.so")
nss = ctypes.CDLL("libnss3.so")
for function in (nss.PK11_GetInternalKeySlot, nss.CERT_GetDefaultCertDB, smime.CERT_DecodeCertFromPackage):
    function.restype = ctypes.c_void_p


def done(status):
    if status != 0:
        sys.exit("NSS did not do it")


os.makedirs(folder)
done(nss.NSS_InitReadWrite(f"sql:{folder}".encode()))
slot = ctypes.c_void_p(nss.PK11_GetInternalKeySlot())
done(nss.PK11_InitPin(slot, None, b""))
with open(pem, "rb") as file:
    text = file.read()
authority = ctypes.c_void_p(smime.CERT_DecodeCertFromPackage(text, len(text)))
done(nss.PK11_ImportCert(slot, authority, ctypes.c_ulong(0), b"authority", 0))
trust = (ctypes.c_uint * 3)()
done(nss.CERT_DecodeTrustString(ctypes.byref(trust), b"C,,"))
done(nss.CERT_ChangeCertTrust(ctypes.c_void_p(nss.CERT_GetDefaultCertDB()), authority, ctypes.byref(trust)))
nss.CERT_DestroyCertificate(authority)
nss.PK11_FreeSlot(slot)
done(nss.NSS_Shutdown())
