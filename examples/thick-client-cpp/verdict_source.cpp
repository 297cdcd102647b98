#include "verdict_source.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <regex>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "refusal.hpp"

extern char **environ;

namespace {
// A verdict is far smaller.
constexpr std::size_t longest_line = 64 * 1024;
// The gate writes before it starts us, so a line that is not there soon never comes.
constexpr int read_deadline_ms = 5000;
constexpr int for_ever = -1;

/** Reads the available bytes, at least one; empty at the end. */
std::string read_some(int descriptor, std::size_t wanted, int deadline_ms) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(deadline_ms);
    std::string some(wanted, '\0');
    for (;;) {
        pollfd waiting = {descriptor, POLLIN, 0};
        const int ready = poll(&waiting, 1, deadline_ms);
        require(ready != 0, "nothing comes from descriptor " + std::to_string(descriptor));
        const ssize_t count = ready < 0 ? -1 : read(descriptor, some.data(), wanted);
        if (count >= 0) return some.substr(0, static_cast<std::size_t>(count));
        // A signal, or another reader of it was faster.
        const bool may_come = errno == EINTR || errno == EAGAIN;
        if (!may_come || (deadline_ms != for_ever && std::chrono::steady_clock::now() > until))
            throw Refusal("descriptor " + std::to_string(descriptor) + " cannot be read: " + std::strerror(errno));
    }
}

std::string read_all(int descriptor, int deadline_ms, bool is_line = false) {
    std::string received;
    for (;;) {
        const std::string some = read_some(descriptor, is_line ? 1 : longest_line, deadline_ms);
        received += some;
        require(received.size() <= longest_line, "the verdict is longer than any verdict");
        if (some.empty() || (is_line && some == "\n")) return received;
    }
}

/** Exactly one line, complete, in UTF-8: half a verdict is invalid. */
std::string only_line(const std::string &received) {
    require(!received.empty(), "there is no verdict");
    try {
        (void)nlohmann::json(received).dump();
    } catch (const nlohmann::json::exception &) {
        throw Refusal("the verdict is not text");
    }
    require(received.find('\n') == received.size() - 1 && received.find('\0') == std::string::npos,
            "the verdict is not one complete line");
    return received;
}

/** A started program; killed where it has no use any more. */
struct Child {
    pid_t pid;
    ~Child() {
        if (pid <= 0) return;
        kill(pid, SIGKILL);
        while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) continue;
    }
    /** Its exit code, or the number of the signal that ended it, negative. */
    int wait() {
        int status = 0;
        pid_t found;
        while ((found = waitpid(pid, &status, 0)) < 0 && errno == EINTR) continue;
        pid = 0;
        require(found > 0, "the exit code is not known");
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
};

struct Descriptor {
    int number;
    ~Descriptor() {
        if (number >= 0) close(number);
    }
};
}  // namespace

std::string read_from_gate(const char *name) {
    require(name != nullptr, "Gatehouse did not start this program");
    // 0 is standard input; 1 and 2 are written to, not read.
    require(std::regex_match(name, std::regex("0|[3-9]|[1-9][0-9]{1,4}")),
            "GATEHOUSE_RESULT_FD names no descriptor to read from");
    const int number = std::stoi(name);
    // From standard input never more than the line: the bytes behind it are the program's own.
    if (number == STDIN_FILENO) return only_line(read_all(number, read_deadline_ms, true));
    // Programs that we start must not inherit it.
    const Descriptor descriptor = {number};
    return only_line(read_all(number, read_deadline_ms));
}

std::string ask_gatehouse(const std::string &program, const std::vector<std::string> &options,
                          const std::string &nonce) {
    std::vector<std::string> words = {program, "check", "--json", "--nonce", nonce};
    words.insert(words.end(), options.begin(), options.end());
    std::vector<char *> arguments;
    for (std::string &word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    // Where it was ignored, no exit code would be kept for us.
    signal(SIGCHLD, SIG_DFL);
    int ends[2];
    require(pipe(ends) == 0, std::string("there is no pipe: ") + std::strerror(errno));
    const Descriptor reading = {ends[0]};
    Descriptor writing = {ends[1]};
    for (int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, writing.number, STDOUT_FILENO);
    Child check = {0};
    const int error = posix_spawnp(&check.pid, program.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        check.pid = 0;
        throw Refusal(program + " cannot be used: " + std::strerror(error));
    }
    close(std::exchange(writing.number, -1));

    const std::string received = read_all(reading.number, for_ever);
    const int code = check.wait();
    require(code == 0, "Gatehouse let nobody in: it ended with " + std::to_string(code));
    return only_line(received);
}
