#include "ticket.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>

#include <openssl/evp.h>

#include "refusal.hpp"

using nlohmann::json;

namespace {
// How far the two clocks may be apart. On one computer they are the same.
constexpr double leeway = 5;
constexpr std::size_t key_bytes = 32;

json parse(const std::string &text, const std::string &what) {
    json value = json::parse(text, nullptr, false);
    require(!value.is_discarded(), what + " is not JSON");
    require(value.is_object(), what + " is not an object");
    return value;
}

/** A member that is text; empty if it has another type or is missing. */
std::optional<std::string> text(const json &members, const char *name) {
    auto found = members.find(name);
    if (found == members.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

std::string text_claim(const json &claims, const char *name) {
    auto found = text(claims, name);
    require(found.has_value(), std::string("the ticket has no text for ") + name);
    return *found;
}

double number_claim(const json &claims, const char *name) {
    auto found = claims.find(name);
    require(found != claims.end() && found->is_number(), std::string("the ticket has no number for ") + name);
    return found->get<double>();
}

std::string base64url(const std::string &text) {
    static const std::string signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string bytes;
    unsigned value = 0;
    int bits = 0;
    require(text.size() % 4 != 1, "the ticket is not written as one");
    for (char sign : text) {
        auto place = signs.find(sign);
        require(place != std::string::npos, "the ticket is not written as one");
        value = (value << 6 | static_cast<unsigned>(place)) & 0xffff;
        if ((bits += 6) < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<char>(value >> bits & 0xff));
    }
    return bytes;
}

const unsigned char *bytes_of(const std::string &text) {
    return reinterpret_cast<const unsigned char *>(text.data());
}

bool is_signature(const std::string &signature, const std::string &signed_text, const std::string &x) {
    std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
        EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_of(x), x.size()), EVP_PKEY_free);
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    return key && context && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
           EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(signed_text),
                            signed_text.size()) == 1;
}

/** The key that a ticket names, by its name and by its kind. */
std::string key_of(const json &header, const json &keys) {
    const auto name = text(header, "kid");
    for (const json &key : keys) {
        if (!name || !key.is_object() || text(key, "kid") != name) continue;
        if (text(key, "kty") != "OKP" || text(key, "crv") != "Ed25519") continue;
        std::string x = base64url(text(key, "x").value_or(""));
        if (x.size() == key_bytes) return x;
    }
    throw Refusal("the ticket names no key of ours");
}

/** The claims, once the signature is right: by the one algorithm, which is never taken from the ticket. */
json claims_of(const std::string &ticket, const json &keys) {
    const auto first = ticket.find('.');
    const auto last = ticket.rfind('.');
    require(first != last && ticket.find('.', first + 1) == last, "the ticket is not written as one");
    const json header = parse(base64url(ticket.substr(0, first)), "the ticket's header");
    require(text(header, "alg") == "EdDSA", "the ticket is signed in another way (alg)");
    require(text(header, "typ") == "JWT", "the ticket is something else (typ)");
    require(!header.contains("crit"), "the ticket wants what we do not know (crit)");
    require(is_signature(base64url(ticket.substr(last + 1)), ticket.substr(0, last), key_of(header, keys)),
            "the signature of the ticket is not right");
    return parse(base64url(ticket.substr(first + 1, last - first - 1)), "the ticket");
}

/** The end of the ticket, in seconds since 1970. */
double verify_times(const json &claims, int max_age) {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    const double now = std::chrono::duration<double>(since_1970).count();
    const double exp = number_claim(claims, "exp"), iat = number_claim(claims, "iat");
    require(exp > now - leeway, "the ticket has ended (exp)");
    require(iat <= now + leeway, "the ticket is of the future (iat)");
    require(now - iat <= max_age + leeway, "the ticket is too old (iat)");
    if (claims.contains("nbf"))
        require(number_claim(claims, "nbf") <= now + leeway, "the ticket is not yet valid (nbf)");
    return exp;
}
}  // namespace

json read_keys(const std::string &file) {
    std::ifstream stream(file);
    const json found = json::parse(stream, nullptr, false);
    require(found.is_object() && found.contains("keys") && found["keys"].is_array() && !found["keys"].empty(),
            file + " holds no public keys");
    return found["keys"];
}

Admitted verify_verdict(const std::string &line, const Expected &expected) {
    const json verdict = parse(line, "the verdict");
    require(text(verdict, "apiVersion") == "gatehouse/1", "the verdict is of an unknown version");
    const auto ticket = text(verdict, "ticket");
    require(ticket.has_value(), "the verdict has no ticket");
    const json claims = claims_of(*ticket, expected.keys);
    Admitted admitted;
    admitted.exp = verify_times(claims, expected.max_age);
    require(text(claims, "iss") == "gatehouse", "the ticket is by somebody else (iss)");
    // One audience, not a list of them: a ticket for us is for us alone.
    require(text(claims, "aud") == expected.audience, "the ticket is for another program (aud)");
    // Also checked if we expect no nonce: a ticket with one belongs to another start.
    const json wanted = expected.nonce ? json(*expected.nonce) : json(nullptr);
    require(claims.value("nonce", json(nullptr)) == wanted, "the ticket belongs to another start (nonce)");
    admitted.outcome = text_claim(claims, "outcome");
    const auto &outcomes = expected.outcomes;
    require(std::find(outcomes.begin(), outcomes.end(), admitted.outcome) != outcomes.end(),
            "this program does not accept the outcome " + json(admitted.outcome).dump());
    require(text(verdict, "outcome") == admitted.outcome, "verdict and ticket differ (outcome)");
    admitted.username = text_claim(claims, "username");
    require(!admitted.username.empty(), "the ticket names nobody (username)");
    require(text(verdict, "username") == admitted.username, "verdict and ticket differ (username)");
    admitted.jti = text_claim(claims, "jti");
    require(!admitted.jti.empty(), "the ticket has no identifier (jti)");
    return admitted;
}
