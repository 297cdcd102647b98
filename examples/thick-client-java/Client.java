import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;

/** A thick client that lets people in by a ticket of Gatehouse only. README.md: building and starting it. */
final class Client {
    private static final int EXIT_USAGE = 64;
    private static final int EXIT_REFUSED = 77;

    public static void main(String[] arguments) throws IOException {
        Options options;
        try {
            options = Options.read(arguments);
        } catch (IllegalArgumentException error) {
            end(EXIT_USAGE, error.getMessage());
            return;
        }
        try {
            Ticket.Admitted admitted = admit(options);
            var output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
            output.print("let in: " + Json.quote(admitted.username()) + " (" + admitted.outcome() + ")\n");
            output.flush();
        } catch (Throwable error) {
            // Any fault on the way is a refusal.
            end(EXIT_REFUSED, error instanceof Refusal ? error.getMessage() : error.toString());
        }
        // From here on it is any program. This one gives back its input.
        if (options.echo) VerdictSource.STANDARD_INPUT.transferTo(System.out);
        System.out.flush();
    }

    /** Gets a verdict in one of the two forms and verifies it. */
    private static Ticket.Admitted admit(Options options) throws Exception {
        // We start Gatehouse: the nonce of this very start makes every other ticket worthless. The gate started us:
        // there is one if the caller chose one.
        String nonce = options.gatehouse == null ? options.nonce : newNonce();
        var ticket = new Ticket(
                new Keys(options.jwks), options.audience, nonce, options.accepted, options.maxAgeSeconds);
        if (options.gatehouse != null)
            return ticket.verify(VerdictSource.askGatehouse(options.gatehouse, options.forCheck, nonce));
        Ticket.Admitted admitted = ticket.verify(VerdictSource.readFromGate(System.getenv("GATEHOUSE_RESULT_FD")));
        // Without a nonce of our own a ticket counts because it is new.
        UsedTickets.useOnce(options.used, admitted.jti(), admitted.exp());
        return admitted;
    }

    private static String newNonce() {
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static void end(int code, String message) {
        var error = new PrintStream(System.err, false, StandardCharsets.UTF_8);
        error.print("thick-client: " + message.replaceAll("[\\r\\n]", " ") + "\n");
        error.flush();
        System.exit(code);
    }
}
