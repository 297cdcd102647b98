import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;

/**
 * Notes the tickets that were used, so that each counts once. One empty file for each ticket: making a file that must
 * not exist yet is a single step for the operating system, so of two starts at the same time one fails, and no lock is
 * left when a program dies. Its time of change is the ticket's end, by which it is tidied away.
 */
final class UsedTickets {
    /** An ended ticket is refused for its age; it stays here longer than any clock tolerance. */
    private static final long KEEP_MS = 60_000;

    private UsedTickets() {}

    /**
     * Takes note of a verified ticket; refuses one that was noted before.
     *
     * @param folder on a local disk, for this client and this person only
     */
    static void useOnce(Path folder, String jti, double exp) throws IOException, GeneralSecurityException, Refusal {
        Files.createDirectories(folder, only(folder, "rwx------"));
        requireOwn(folder);
        tidy(folder);
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(jti.getBytes(StandardCharsets.UTF_8));
        Path file = folder.resolve(HexFormat.of().formatHex(hash));
        try {
            Files.createFile(file, only(folder, "rw-------"));
        } catch (FileAlreadyExistsException error) {
            throw new Refusal("the ticket was used before");
        }
        Files.setLastModifiedTime(file, FileTime.fromMillis((long) (exp * 1000)));
    }

    private static boolean isUnix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    private static FileAttribute<?>[] only(Path path, String mode) {
        if (!isUnix(path)) return new FileAttribute<?>[0];
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))};
    }

    /** Another account that can remove our notes can use a ticket twice. */
    private static void requireOwn(Path folder) throws IOException, Refusal {
        if (!isUnix(folder)) return;
        long uid = new com.sun.security.auth.module.UnixSystem().getUid();
        Object owner = Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
        if (!(owner instanceof Integer id && Integer.toUnsignedLong(id) == uid)
                || mode.contains(PosixFilePermission.GROUP_WRITE)
                || mode.contains(PosixFilePermission.OTHERS_WRITE))
            throw new Refusal(folder + " must belong to you, and nobody else may write to it");
    }

    private static void tidy(Path folder) throws IOException {
        long limit = System.currentTimeMillis() - KEEP_MS;
        try (var files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                // Only files with names like ours: the folder might be the wrong one.
                if (!file.getFileName().toString().matches("[0-9a-f]{64}")) continue;
                try {
                    if (Files.getLastModifiedTime(file).toMillis() < limit) Files.deleteIfExists(file);
                } catch (NoSuchFileException error) {
                    // Another start was faster.
                }
            }
        }
    }
}
