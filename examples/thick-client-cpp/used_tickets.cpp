#include "used_tickets.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/evp.h>

#include "refusal.hpp"

namespace {
// An ended ticket is refused for its age; it stays here longer than any clock tolerance.
constexpr std::time_t keep_seconds = 60;
constexpr std::size_t name_length = 64;

std::string hash_of(const std::string &text) {
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    require(EVP_Digest(text.data(), text.size(), hash, &length, EVP_sha256(), nullptr) == 1, "there is no SHA-256");
    std::string name;
    for (unsigned index = 0; index < length; ++index) {
        name.push_back("0123456789abcdef"[hash[index] >> 4]);
        name.push_back("0123456789abcdef"[hash[index] & 15]);
    }
    return name;
}

/** Another account that can remove our notes can use a ticket twice. */
void require_own(const std::string &folder) {
    struct stat found;
    require(lstat(folder.c_str(), &found) == 0 && found.st_uid == getuid() && (found.st_mode & 022) == 0,
            folder + " must belong to you, and nobody else may write to it");
}

void tidy(const std::string &folder) {
    const std::time_t limit = std::time(nullptr) - keep_seconds;
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
        // Only files with names like ours: the folder might be the wrong one.
        const std::string name = entry.path().filename();
        if (name.size() != name_length || name.find_first_not_of("0123456789abcdef") != std::string::npos) continue;
        struct stat found;
        // Where it is gone, another start was faster.
        if (stat(entry.path().c_str(), &found) == 0 && found.st_mtime < limit) unlink(entry.path().c_str());
    }
}
}  // namespace

void use_once(const std::string &folder, const std::string &jti, double exp) {
    const auto parent = std::filesystem::absolute(folder).parent_path();
    std::filesystem::create_directories(parent);
    require(mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST, folder + ": " + std::strerror(errno));
    require_own(folder);
    tidy(folder);
    const std::string file = folder + "/" + hash_of(jti);
    const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    require(descriptor >= 0, errno == EEXIST ? "the ticket was used before" : file + ": " + std::strerror(errno));
    const timespec end = {static_cast<std::time_t>(exp), 0};
    const timespec times[] = {end, end};
    const bool is_noted = futimens(descriptor, times) == 0;
    close(descriptor);
    require(is_noted, file + " cannot be given the end of the ticket");
}
