/** Cases of C2SP x509-limbo that we judge otherwise than they expect, and why. */
export type JudgedOtherwise = Readonly<{
  /** Our verdict; theirs is the opposite. */
  we: 'accept' | 'refuse';
  why: string;
  ids: readonly string[];
}>;

export const JUDGED_OTHERWISE: readonly JudgedOtherwise[] = [
  {
    we: 'accept',
    why: 'They come with a list of revoked certificates: revocation is not looked up (decision 0015).',
    ids: [
      'crl::revoked-certificate-with-crl',
      'crl::crlnumber-missing',
      'crl::crlnumber-critical',
      'crl::issuer-missing-crlsign',
    ],
  },
  {
    we: 'accept',
    why: 'They set a depth of the path by a parameter. Ours is fixed: eight signatures.',
    ids: ['pathlen::max-chain-depth-0-exhausted', 'pathlen::max-chain-depth-1-exhausted'],
  },
  {
    we: 'refuse',
    why: 'Nobody is asked for. We judge the certificate of a host, and it is not for that one.',
    ids: ['rfc5280::nc::permitted-dn-match'],
  },
  {
    we: 'refuse',
    why: 'Its key may sign certificates only, so that no TLS server can work with it. It is right as an authority.',
    ids: ['pathlen::validation-ignores-pathlen-in-leaf', 'rfc5280::ca-as-leaf'],
  },
  {
    we: 'refuse',
    why: 'An authority of the file that cannot be used makes the file unusable: an administrator is told, once.',
    ids: ['rfc5280::unknown-critical-extension-unrelated-root'],
  },
  {
    we: 'refuse',
    why: 'It has 36 certificates; we take 32, and read 16 of those that Chromium gives.',
    ids: ['bettertls::pathbuilding::tc66'],
  },
  {
    we: 'accept',
    why: 'A rule for who issues: key identifiers help to find an issuer. We find it by name and signature.',
    ids: [
      'rfc5280::aki::leaf-missing-aki',
      'rfc5280::aki::intermediate-missing-aki',
      'rfc5280::aki::cross-signed-root-missing-aki',
      'rfc5280::ski::root-missing-ski',
      'rfc5280::ski::intermediate-missing-ski',
      'webpki::aki::root-with-aki-missing-keyidentifier',
      'webpki::aki::root-with-aki-authoritycertissuer',
      'webpki::aki::root-with-aki-authoritycertserialnumber',
      'webpki::aki::root-with-aki-all-fields',
      'webpki::aki::root-with-aki-ski-mismatch',
    ],
  },
  {
    we: 'accept',
    why: 'A rule for who issues on whether an extension is critical. What it says is held to either way.',
    ids: [
      'rfc5280::nc::permitted-dns-match-noncritical',
      'rfc5280::root-non-critical-basic-constraints',
      'rfc5280::san::noncritical-with-empty-subject',
      'webpki::san::san-critical-with-nonempty-subject',
      'webpki::eku::ee-critical-eku',
    ],
  },
  {
    we: 'accept',
    why: 'Policy constraints that are not critical: an unknown extension that is not critical is ignored (RFC 5280 4.2).',
    ids: ['rfc5280::pc::ica-noncritical-pc'],
  },
  {
    we: 'accept',
    why: 'The server has fields that have a meaning for authorities only, and is not taken for one.',
    ids: [
      'rfc5280::nc::not-allowed-in-ee-noncritical',
      'rfc5280::nc::not-allowed-in-ee-critical',
      'rfc5280::leaf-ku-keycertsign',
    ],
  },
  {
    we: 'accept',
    why: 'The server is an authority too, as `openssl req -x509` makes them: its key could issue others.',
    ids: ['webpki::ee-basicconstraints-ca'],
  },
  {
    we: 'accept',
    why: 'A constraint with a leading dot, as OpenSSL and many administrators write it: the names below, not the name itself.',
    ids: ['rfc5280::nc::invalid-dnsname-leading-period'],
  },
  {
    we: 'accept',
    why: 'An underscore is in the names of many internal hosts, and has no other meaning.',
    ids: ['rfc5280::san::underscore-dns'],
  },
  {
    we: 'accept',
    why: 'A rule for who issues: serial numbers tell certificates apart in lists of revoked ones, which we do not read.',
    ids: ['rfc5280::serial::too-long', 'rfc5280::serial::zero'],
  },
  {
    we: 'accept',
    why: 'An authority of the file may be without a name: its signature counts.',
    ids: ['rfc5280::ca-empty-subject'],
  },
  {
    we: 'accept',
    why: 'They forbid a common name that is not among the alternative names. We do not read the common name at all.',
    ids: [
      'webpki::cn::ipv4-hex-mismatch',
      'webpki::cn::ipv4-leading-zeros-mismatch',
      'webpki::cn::ipv6-uppercase-mismatch',
      'webpki::cn::ipv6-uncompressed-mismatch',
      'webpki::cn::ipv6-non-rfc5952-mismatch',
      'webpki::cn::punycode-not-in-san',
      'webpki::cn::utf8-vs-punycode-mismatch',
      'webpki::cn::not-in-san',
      'webpki::cn::case-mismatch',
    ],
  },
  {
    we: 'accept',
    why: "The CA/Browser Forum's rules for purposes in the public web. Without an extended key usage, or with any, a certificate is for all purposes (RFC 5280 4.2.1.12), and a root may limit its own.",
    ids: ['webpki::eku::ee-anyeku', 'webpki::eku::ee-without-eku', 'webpki::eku::root-has-eku'],
  },
  {
    we: 'accept',
    why: 'A wildcard below a public suffix of several labels: the list of them is for the public web, and an authority of the file answers to its administrator.',
    ids: [
      'webpki::san::public-suffix-multi-label-wildcard-san',
      'webpki::san::public-suffix-private-namespace-wildcard-san',
    ],
  },
  {
    we: 'accept',
    why: 'Where to ask about the issuer (authorityInfoAccess) is broken. We do not ask there.',
    ids: ['webpki::malformed-aia'],
  },
  {
    we: 'accept',
    why: 'RSA keys of 2052 bits: odd, and not weak.',
    ids: [
      'webpki::forbidden-rsa-not-divisible-by-8-in-root',
      'webpki::forbidden-rsa-key-not-divisible-by-8-in-leaf',
    ],
  },
];
