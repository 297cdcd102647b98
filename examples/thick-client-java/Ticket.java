import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Verifies a verdict. The line itself is no proof: any program can write one. The ticket inside is, which only the
 * holder of the key could sign, and everything that is used afterwards is taken from the ticket.
 *
 * @param keys the public keys, as an administrator stored them
 * @param audience our name: `gate.audience` of the configuration
 * @param nonce the value of this start; null if it has no nonce
 * @param outcomes those that let a person in
 * @param maxAgeSeconds how long ago the login may have been
 */
record Ticket(Keys keys, String audience, String nonce, List<String> outcomes, int maxAgeSeconds) {
    /** How far the two clocks may be apart. On one computer they are the same. */
    private static final double LEEWAY_SECONDS = 5;

    /** The admitted user, the outcome, and the identifier of the ticket. */
    record Admitted(String username, String outcome, String jti, double exp) {}

    /** Verifies all that can be told from the line alone. */
    Admitted verify(String line) throws Refusal {
        Map<String, Object> verdict = Json.object(line, "the verdict");
        require("gatehouse/1".equals(verdict.get("apiVersion")), "the verdict is of an unknown version");
        if (!(verdict.get("ticket") instanceof String ticket)) throw new Refusal("the verdict has no ticket");
        Map<String, Object> claims = claimsOf(ticket);
        double exp = verifyTimes(claims);
        require("gatehouse".equals(claims.get("iss")), "the ticket is by somebody else (iss)");
        // One audience, not a list of them: a ticket for us is for us alone.
        require(audience.equals(claims.get("aud")), "the ticket is for another program (aud)");
        // Also checked if we expect no nonce: a ticket with one belongs to another start.
        require(Objects.equals(claims.get("nonce"), nonce), "the ticket belongs to another start (nonce)");
        String outcome = text(claims, "outcome");
        require(outcomes.contains(outcome), "this program does not accept the outcome " + Json.quote(outcome));
        require(outcome.equals(verdict.get("outcome")), "verdict and ticket differ (outcome)");
        String username = text(claims, "username");
        require(!username.isEmpty(), "the ticket names nobody (username)");
        require(username.equals(verdict.get("username")), "verdict and ticket differ (username)");
        String jti = text(claims, "jti");
        require(!jti.isEmpty(), "the ticket has no identifier (jti)");
        return new Admitted(username, outcome, jti, exp);
    }

    /** The claims, once the signature is right: by the one algorithm, which is never taken from the ticket. */
    private Map<String, Object> claimsOf(String ticket) throws Refusal {
        String[] parts = ticket.split("\\.", -1);
        require(parts.length == 3, "the ticket is not written as one");
        Map<String, Object> header = Json.object(utf8(base64url(parts[0])), "the ticket's header");
        require("EdDSA".equals(header.get("alg")), "the ticket is signed in another way (alg)");
        require("JWT".equals(header.get("typ")), "the ticket is something else (typ)");
        require(!header.containsKey("crit"), "the ticket wants what we do not know (crit)");
        PublicKey key = keys.named(header.get("kid"));
        byte[] signed = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
        require(isSignature(base64url(parts[2]), signed, key), "the signature of the ticket is not right");
        return Json.object(utf8(base64url(parts[1])), "the ticket");
    }

    private static boolean isSignature(byte[] signature, byte[] signed, PublicKey key) {
        try {
            Signature ed25519 = Signature.getInstance("Ed25519");
            ed25519.initVerify(key);
            ed25519.update(signed);
            return ed25519.verify(signature);
        } catch (GeneralSecurityException error) {
            return false;
        }
    }

    /** The end of the ticket, in seconds since 1970. */
    private double verifyTimes(Map<String, Object> claims) throws Refusal {
        double now = System.currentTimeMillis() / 1000.0;
        double exp = number(claims, "exp");
        double iat = number(claims, "iat");
        require(exp > now - LEEWAY_SECONDS, "the ticket has ended (exp)");
        require(iat <= now + LEEWAY_SECONDS, "the ticket is of the future (iat)");
        require(now - iat <= maxAgeSeconds + LEEWAY_SECONDS, "the ticket is too old (iat)");
        if (claims.containsKey("nbf"))
            require(number(claims, "nbf") <= now + LEEWAY_SECONDS, "the ticket is not yet valid (nbf)");
        return exp;
    }

    private static String text(Map<String, Object> claims, String name) throws Refusal {
        if (claims.get(name) instanceof String text) return text;
        throw new Refusal("the ticket has no text for " + name);
    }

    private static double number(Map<String, Object> claims, String name) throws Refusal {
        if (claims.get(name) instanceof Number number && Double.isFinite(number.doubleValue()))
            return number.doubleValue();
        throw new Refusal("the ticket has no number for " + name);
    }

    private static void require(boolean condition, String otherwise) throws Refusal {
        if (!condition) throw new Refusal(otherwise);
    }

    static byte[] base64url(String text) throws Refusal {
        // Java's decoder takes padding too.
        require(text.matches("[A-Za-z0-9_-]*"), "the ticket is not written as one");
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException error) {
            throw new Refusal("the ticket is not written as one");
        }
    }

    private static String utf8(byte[] bytes) throws Refusal {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException error) {
            throw new Refusal("the ticket is not text");
        }
    }
}
