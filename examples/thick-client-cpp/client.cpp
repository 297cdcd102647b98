/** A thick client that lets people in by a ticket of Gatehouse only. README.md: building and starting it. */
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <regex>
#include <stdexcept>

#include <unistd.h>

#include <openssl/rand.h>

#include "refusal.hpp"
#include "ticket.hpp"
#include "used_tickets.hpp"
#include "verdict_source.hpp"

namespace {
constexpr int exit_usage = 64;
constexpr int exit_refused = 77;

using Texts = std::vector<std::string>;

/** The command line. The words behind `--` are for `gatehouse check`. */
struct Options {
    std::optional<std::string> jwks, audience, nonce, used, gatehouse;
    int max_age = 60;
    bool echo = false;
    Texts accepted = {"confirmed"};
    Texts for_check;
};

void demand(bool condition, const std::string &otherwise) {
    if (!condition) throw std::invalid_argument(otherwise);
}

void take(Options &options, const std::string &name, const std::string &value) {
    if (name == "--jwks") {
        options.jwks = value;
    } else if (name == "--audience") {
        options.audience = value;
    } else if (name == "--nonce") {
        options.nonce = value;
    } else if (name == "--used") {
        options.used = value;
    } else if (name == "--gatehouse") {
        options.gatehouse = value;
    } else if (name == "--max-age") {
        demand(std::regex_match(value, std::regex("0*[1-9][0-9]{0,5}")), "--max-age: whole seconds, at least 1");
        options.max_age = std::stoi(value);
    } else if (name == "--accept") {
        // Ways in that are no confirmation; each must be accepted by name.
        demand(value == "bypassed" || value == "allowed-unreachable", "--accept: bypassed or allowed-unreachable");
        options.accepted.push_back(value);
    } else {
        throw std::invalid_argument(name + " is unknown");
    }
}

Options read_options(const Texts &arguments) {
    Options options;
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    if (end != arguments.end()) options.for_check.assign(end + 1, arguments.end());
    for (auto word = arguments.begin(); word != end; ++word) {
        if (*word == "--echo") {
            options.echo = true;
            continue;
        }
        demand(word + 1 != end, *word + " is unknown, or needs a value");
        take(options, *word, *(word + 1));
        ++word;
    }
    demand(options.jwks.has_value(), "--jwks is needed");
    demand(!options.audience.value_or("").empty(), "--audience is needed");
    demand(options.gatehouse || options.used, "--used is needed where the gate starts us");
    demand(options.gatehouse || options.for_check.empty(), "only --gatehouse takes arguments");
    demand(!options.gatehouse || !options.nonce, "--gatehouse makes its own nonce");
    return options;
}

std::string new_nonce() {
    unsigned char bytes[32];
    require(RAND_bytes(bytes, sizeof bytes) == 1, "there are no random bytes");
    std::string nonce;
    for (unsigned char byte : bytes) {
        nonce.push_back("0123456789abcdef"[byte >> 4]);
        nonce.push_back("0123456789abcdef"[byte & 15]);
    }
    return nonce;
}

/** Gets a verdict in one of the two forms and verifies it. */
Admitted admit(const Options &options) {
    // We start Gatehouse: the nonce of this very start makes every other ticket worthless. The gate started us: there
    // is one if the caller chose one.
    const auto nonce = options.gatehouse ? new_nonce() : options.nonce;
    const Expected expected = {read_keys(*options.jwks), *options.audience, nonce, options.accepted, options.max_age};
    if (options.gatehouse)
        return verify_verdict(ask_gatehouse(*options.gatehouse, options.for_check, *nonce), expected);
    const Admitted admitted = verify_verdict(read_from_gate(std::getenv("GATEHOUSE_RESULT_FD")), expected);
    // Without a nonce of our own a ticket counts because it is new.
    use_once(*options.used, admitted.jti, admitted.exp);
    return admitted;
}

int end(int code, std::string message) {
    std::replace(message.begin(), message.end(), '\n', ' ');
    std::cerr << "thick-client: " << message << std::endl;
    return code;
}
}  // namespace

int main(int count, char **arguments) {
    Options options;
    try {
        options = read_options(Texts(arguments + 1, arguments + count));
    } catch (const std::exception &error) {
        return end(exit_usage, error.what());
    }
    try {
        const Admitted admitted = admit(options);
        std::cout << "let in: " << nlohmann::json(admitted.username).dump() << " (" << admitted.outcome << ")\n"
                  << std::flush;
    } catch (const std::exception &error) {
        // Any fault on the way is a refusal.
        return end(exit_refused, error.what());
    }

    // From here on it is any program. This one gives back its input.
    if (options.echo && std::cin.peek() != std::char_traits<char>::eof()) std::cout << std::cin.rdbuf();
    return 0;
}
