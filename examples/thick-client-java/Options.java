import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The command line. The words behind `--` are for `gatehouse check`. */
final class Options {
    Path jwks;
    Path used;
    String audience;
    String nonce;
    String gatehouse;
    int maxAgeSeconds = 60;
    boolean echo;
    final List<String> accepted = new ArrayList<>(List.of("confirmed"));
    List<String> forCheck = List.of();

    static Options read(String[] arguments) {
        var options = new Options();
        List<String> words = Arrays.asList(arguments);
        int end = words.indexOf("--");
        if (end >= 0) {
            options.forCheck = words.subList(end + 1, words.size());
            words = words.subList(0, end);
        }
        var rest = words.iterator();
        while (rest.hasNext()) {
            String name = rest.next();
            if (name.equals("--echo")) options.echo = true;
            else if (rest.hasNext()) options.take(name, rest.next());
            else throw new IllegalArgumentException(name + " is unknown, or needs a value");
        }
        options.require(options.jwks != null, "--jwks is needed");
        options.require(options.audience != null && !options.audience.isEmpty(), "--audience is needed");
        if (options.gatehouse == null) {
            options.require(options.used != null, "--used is needed where the gate starts us");
            options.require(options.forCheck.isEmpty(), "only --gatehouse takes arguments");
        } else {
            options.require(options.nonce == null, "--gatehouse makes its own nonce");
        }
        return options;
    }

    private void take(String name, String value) {
        switch (name) {
            case "--jwks" -> jwks = Path.of(value);
            case "--audience" -> audience = value;
            case "--nonce" -> nonce = value;
            case "--used" -> used = Path.of(value);
            case "--gatehouse" -> gatehouse = value;
            case "--max-age" -> {
                require(value.matches("0*[1-9][0-9]{0,5}"), "--max-age: whole seconds, at least 1");
                maxAgeSeconds = Integer.parseInt(value);
            }
            case "--accept" -> {
                // Ways in that are no confirmation; each must be accepted by name.
                require(
                        List.of("bypassed", "allowed-unreachable").contains(value),
                        "--accept: bypassed or allowed-unreachable");
                accepted.add(value);
            }
            default -> throw new IllegalArgumentException(name + " is unknown");
        }
    }

    private void require(boolean condition, String otherwise) {
        if (!condition) throw new IllegalArgumentException(otherwise);
    }
}
