"""Makes an NSS database as Chromium on Linux reads it, which trusts the authority of a PEM file, and may hold a
certificate of the person's with its key: trust.py FOLDER PEM [PEM KEY POINT], the key in DER, its public point in hex."""

import ctypes
import os
import sys

folder, pem, *persons = sys.argv[1:]
smime = ctypes.CDLL("libsmime3.so")
nss = ctypes.CDLL("libnss3.so")
for function in (nss.PK11_GetInternalKeySlot, nss.CERT_GetDefaultCertDB, smime.CERT_DecodeCertFromPackage):
    function.restype = ctypes.c_void_p


def done(status):
    if status != 0:
        sys.exit("NSS did not do it")


class Item(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("data", ctypes.c_char_p), ("length", ctypes.c_uint)]


def item(content):
    return ctypes.byref(Item(0, content, len(content)))


def certificate_in(path):
    with open(path, "rb") as file:
        text = file.read()
    return ctypes.c_void_p(smime.CERT_DecodeCertFromPackage(text, len(text)))


os.makedirs(folder)
done(nss.NSS_InitReadWrite(f"sql:{folder}".encode()))
slot = ctypes.c_void_p(nss.PK11_GetInternalKeySlot())
done(nss.PK11_InitPin(slot, None, b""))
authority = certificate_in(pem)
done(nss.PK11_ImportCert(slot, authority, ctypes.c_ulong(0), b"authority", 0))
trust = (ctypes.c_uint * 3)()
done(nss.CERT_DecodeTrustString(ctypes.byref(trust), b"C,,"))
done(nss.CERT_ChangeCertTrust(ctypes.c_void_p(nss.CERT_GetDefaultCertDB()), authority, ctypes.byref(trust)))
nss.CERT_DestroyCertificate(authority)
if persons:
    own, key, point = persons
    with open(key, "rb") as file:
        private = item(file.read())
    public = item(bytes.fromhex(point))
    done(nss.PK11_ImportDERPrivateKeyInfo(slot, private, item(b"person"), public, 1, 1, ctypes.c_uint(0xFF), None))
    certificate = certificate_in(own)
    done(nss.PK11_ImportCert(slot, certificate, ctypes.c_ulong(0), b"person", 0))
    nss.CERT_DestroyCertificate(certificate)
nss.PK11_FreeSlot(slot)
done(nss.NSS_Shutdown())
