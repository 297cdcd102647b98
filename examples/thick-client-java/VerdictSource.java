import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Where the verdict comes from. The gate that started us left it on a descriptor or on standard input, or we start
 * `gatehouse check` ourselves. Both give one line of JSON, still to be verified (Ticket.java).
 */
final class VerdictSource {
    /** Without a buffer: the bytes behind the verdict are the program's own. */
    static final InputStream STANDARD_INPUT = new FileInputStream(FileDescriptor.in);

    /** A verdict is far smaller. */
    private static final int LONGEST_LINE = 64 * 1024;
    /** The gate writes before it starts us, so a line that is not there soon never comes. */
    private static final int READ_DEADLINE_SECONDS = 5;

    private VerdictSource() {}

    private interface Source {
        byte[] read() throws IOException, Refusal;
    }

    /**
     * Reads the line that the gate left for us.
     *
     * @param name the value of GATEHOUSE_RESULT_FD
     */
    static String readFromGate(String name) throws Refusal, InterruptedException {
        if (name == null) throw new Refusal("Gatehouse did not start this program");
        // 0 is standard input; 1 and 2 are written to, not read.
        if (!name.matches("0|[3-9]|[1-9][0-9]{1,4}"))
            throw new Refusal("GATEHOUSE_RESULT_FD names no descriptor to read from");
        if (name.equals("0")) return onlyLine(inTime(name, () -> read(STANDARD_INPUT, true)));
        // Programs that Java starts do not inherit it.
        return onlyLine(inTime(name, () -> {
            try (var descriptor = open(Path.of("/dev/fd", name))) {
                return read(descriptor, false);
            }
        }));
    }

    /** Starts Gatehouse and takes the verdict from its standard output. It counts together with exit code 0 only. */
    static String askGatehouse(String program, List<String> options, String nonce)
            throws Refusal, InterruptedException {
        var command = new ArrayList<>(List.of(program, "check", "--json", "--nonce", nonce));
        command.addAll(options);
        Process check;
        try {
            check = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException error) {
            throw new Refusal(program + " cannot be used: " + error.getMessage());
        }
        try {
            check.getOutputStream().close();
            byte[] received = read(check.getInputStream(), false);
            int code = check.waitFor();
            if (code != 0) throw new Refusal("Gatehouse let nobody in: it ended with " + code);
            return onlyLine(received);
        } catch (IOException error) {
            throw new Refusal(program + " cannot be used: " + error.getMessage());
        } finally {
            // After an exception the login has no use any more.
            check.destroyForcibly();
        }
    }

    /** Java has no name for a descriptor; the system has. */
    private static InputStream open(Path descriptor) throws IOException {
        boolean isFile = !Files.readAttributes(descriptor, BasicFileAttributes.class).isOther();
        if (isFile || !System.getProperty("os.name").equals("Linux")) return new FileInputStream(descriptor.toFile());
        // Linux opens a pipe anew and waits for a writer, and the gate has gone: be one until it is open.
        var writer = new RandomAccessFile(descriptor.toFile(), "rw");
        try {
            return new FileInputStream(descriptor.toFile());
        } finally {
            writer.close();
        }
    }

    private static byte[] inTime(String name, Source source) throws Refusal, InterruptedException {
        var received = CompletableFuture.supplyAsync(() -> {
            try {
                return source.read();
            } catch (IOException | Refusal error) {
                throw new CompletionException(error);
            }
        });
        try {
            return received.get(READ_DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException error) {
            throw new Refusal("nothing comes from descriptor " + name);
        } catch (ExecutionException error) {
            if (error.getCause() instanceof Refusal refusal) throw refusal;
            throw new Refusal("descriptor " + name + " cannot be read: " + error.getCause().getMessage());
        }
    }

    /** All of it, or from standard input never more than the line, byte by byte. */
    private static byte[] read(InputStream stream, boolean isLine) throws IOException, Refusal {
        var received = new byte[LONGEST_LINE + 1];
        int length = 0;
        while (length < received.length && !(isLine && length > 0 && received[length - 1] == '\n')) {
            int count = stream.read(received, length, isLine ? 1 : received.length - length);
            if (count < 0) break;
            length += count;
        }
        if (length > LONGEST_LINE) throw new Refusal("the verdict is longer than any verdict");
        return Arrays.copyOf(received, length);
    }

    /** Exactly one line, complete, in UTF-8: half a verdict is invalid. */
    private static String onlyLine(byte[] received) throws Refusal {
        if (received.length == 0) throw new Refusal("there is no verdict");
        String line;
        try {
            line = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(received)).toString();
        } catch (CharacterCodingException error) {
            throw new Refusal("the verdict is not text");
        }
        if (line.indexOf('\n') != line.length() - 1) throw new Refusal("the verdict is not one complete line");
        return line;
    }
}
