/**
 * A self-signed certificate for 127.0.0.1 and localhost, with its key: valid until 2126, trusted by no computer. For
 * servers whose certificate must be refused.
 */
export const SELF_SIGNED = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUNU7HXCnxud2cOoItOuvxyZ8i0HgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTA4MjU1OVoYDzIxMjYxMDI4
MDgyNTU5WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASuwJqKF3rOiMPsMPosgooLGaUxMkv0vkXCQRcFeqfpGol2Yk/jsyb+
+Gmdk49XytG5kl53tRCvAStQEMix7KTBo28wbTAdBgNVHQ4EFgQUwOiywBRqloqo
usd2MNF7r2AyQsMwHwYDVR0jBBgwFoAUwOiywBRqloqousd2MNF7r2AyQsMwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDSAAwRQIhAPQwKXlHF9GdvSJcPMpwotkPqkZz8K7iuf/kVSBXbjyoAiBK
WL8gmTo7fQ4jx1MCjaJ8kooaZ/SwJGjujchf9XD+Ow==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHDo+vHuYjUuy5Z3z
ZI5l5N9PIlLUOI9LNsKnA+Dv0P2hRANCAASuwJqKF3rOiMPsMPosgooLGaUxMkv0
vkXCQRcFeqfpGol2Yk/jsyb++Gmdk49XytG5kl53tRCvAStQEMix7KTB
-----END PRIVATE KEY-----
`,
} as const;
