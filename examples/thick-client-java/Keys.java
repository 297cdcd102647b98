import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The public keys of the Gatehouse of this person: `jwks` of `gatehouse keys status --json`. */
final class Keys {
    private static final int KEY_BYTES = 32;
    /** The bytes before those of an Ed25519 key in X.509 (RFC 8410). */
    private static final byte[] X509 = HexFormat.of().parseHex("302a300506032b6570032100");

    private final List<?> keys;

    Keys(Path file) throws Refusal {
        try {
            Object found = Json.object(Files.readString(file), "the file").get("keys");
            keys = found instanceof List<?> list ? list : List.of();
        } catch (IOException | Refusal error) {
            throw new Refusal(file + " holds no public keys");
        }
        if (keys.isEmpty()) throw new Refusal(file + " holds no public keys");
    }

    /** The key that a ticket names, by its name and by its kind. */
    PublicKey named(Object name) throws Refusal {
        for (Object each : keys) {
            if (!(name instanceof String && each instanceof Map<?, ?> key && name.equals(key.get("kid")))) continue;
            if (!("OKP".equals(key.get("kty")) && "Ed25519".equals(key.get("crv")))) continue;
            byte[] x = key.get("x") instanceof String text ? Ticket.base64url(text) : new byte[0];
            if (x.length == KEY_BYTES) return publicKey(x);
        }
        throw new Refusal("the ticket names no key of ours");
    }

    private static PublicKey publicKey(byte[] x) throws Refusal {
        var encoded = new byte[X509.length + KEY_BYTES];
        System.arraycopy(X509, 0, encoded, 0, X509.length);
        System.arraycopy(x, 0, encoded, X509.length, KEY_BYTES);
        try {
            return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
        } catch (GeneralSecurityException error) {
            throw new Refusal("the key of the ticket is none: " + error.getMessage());
        }
    }
}
