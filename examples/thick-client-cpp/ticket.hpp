/**
 * Verifies a verdict. The line itself is no proof: any program can write one. The ticket inside is, which only the
 * holder of the key could sign, and everything that is used afterwards is taken from the ticket.
 */
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/** The demands of this client on a ticket. */
struct Expected {
    /** The public keys, as an administrator stored them. */
    nlohmann::json keys;
    /** Our name: `gate.audience` of the configuration. */
    std::string audience;
    /** The value of this start, if it has a nonce. */
    std::optional<std::string> nonce;
    /** Those that let a person in. */
    std::vector<std::string> outcomes;
    /** How long ago the login may have been, in seconds. */
    int max_age;
};

/** The admitted user, the outcome, and the identifier of the ticket. */
struct Admitted {
    std::string username, outcome, jti;
    /** Seconds since 1970. */
    double exp;
};

/** The keys of a file: `jwks` of `gatehouse keys status --json`. */
nlohmann::json read_keys(const std::string &file);

/** Verifies all that can be told from the line alone; throws Refusal. */
Admitted verify_verdict(const std::string &line, const Expected &expected);
