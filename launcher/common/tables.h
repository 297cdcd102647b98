/* Written by npm run docs out of shared/command-line and shared/outcomes: edit those. */
#ifndef GATEHOUSE_TABLES_H
#define GATEHOUSE_TABLES_H

/* Every option that takes a value, so that a value is never taken for an option. */
#define OPTIONS_WITH_VALUE \
  UNITS("--config"), \
  UNITS("--log-file"), \
  UNITS("--user"), \
  UNITS("--user-email"), \
  UNITS("--user-phone"), \
  UNITS("--user-ip"), \
  UNITS("--method"), \
  UNITS("--timeout"), \
  UNITS("--nonce"), \
  UNITS("--status-fd"), \
  UNITS("--status-file"), \
  UNITS("--result"), \
  UNITS("--bundle"),

/* The outcomes that let in. */
#define ALLOWING_OUTCOMES \
  "confirmed", \
  "bypassed", \
  "allowed-unreachable",

/* The exit codes of refusals. */
#define REFUSING_CODES \
  64u, \
  69u, \
  70u, \
  75u, \
  76u, \
  77u, \
  78u, \
  126u, \
  127u, \
  130u,

#endif
