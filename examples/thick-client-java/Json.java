import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON (RFC 8259), which Java does not. Objects are maps, numbers are Double. Where readers differ it is strict:
 * a name twice in an object, half a surrogate pair, a number too large for Double and more than 32 brackets inside each
 * other are refused. In a program that has a JSON library already, use that instead.
 */
final class Json {
    private static final int DEEPEST = 32;
    private static final String NUMBER = "-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?";

    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;
    }

    static Map<String, Object> object(String text, String what) throws Refusal {
        Object value;
        try {
            value = new Json(text).whole();
        } catch (Malformed error) {
            throw new Refusal(what + " is not JSON");
        }
        if (!(value instanceof Map<?, ?>)) throw new Refusal(what + " is not an object");
        @SuppressWarnings("unchecked")
        var members = (Map<String, Object>) value;
        return members;
    }

    /** A text as JSON, for messages. */
    static String quote(String text) {
        var quoted = new StringBuilder("\"");
        for (char sign : text.toCharArray()) {
            if (sign == '"' || sign == '\\') quoted.append('\\').append(sign);
            else if (sign < ' ') quoted.append(String.format("\\u%04x", (int) sign));
            else quoted.append(sign);
        }
        return quoted.append('"').toString();
    }

    private Object whole() throws Malformed {
        Object value = value(0);
        blanks();
        if (at < text.length()) throw new Malformed();
        return value;
    }

    private Object value(int depth) throws Malformed {
        if (depth > DEEPEST) throw new Malformed();
        blanks();
        switch (at < text.length() ? text.charAt(at) : ' ') {
            case '{':
                return members(depth);
            case '[':
                return elements(depth);
            case '"':
                return string();
            default:
                return word();
        }
    }

    private Map<String, Object> members(int depth) throws Malformed {
        var members = new HashMap<String, Object>();
        take('{');
        if (taken('}')) return members;
        do {
            blanks();
            String name = string();
            take(':');
            Object value = value(depth + 1);
            if (members.containsKey(name)) throw new Malformed();
            members.put(name, value);
        } while (taken(','));
        take('}');
        return members;
    }

    private List<Object> elements(int depth) throws Malformed {
        var elements = new ArrayList<>();
        take('[');
        if (taken(']')) return elements;
        do elements.add(value(depth + 1));
        while (taken(','));
        take(']');
        return elements;
    }

    private String string() throws Malformed {
        var string = new StringBuilder();
        take('"');
        for (char sign = next(); sign != '"'; sign = next()) {
            if (sign < ' ') throw new Malformed();
            string.append(sign == '\\' ? escaped() : sign);
        }
        for (int index = 0; index < string.length(); index++) {
            int point = string.codePointAt(index);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) throw new Malformed();
            if (Character.isSupplementaryCodePoint(point)) index++;
        }
        return string.toString();
    }

    private char escaped() throws Malformed {
        char sign = next();
        int known = "\"\\/bfnrt".indexOf(sign);
        if (known >= 0) return "\"\\/\b\f\n\r\t".charAt(known);
        if (sign != 'u') throw new Malformed();
        int code = 0;
        for (int count = 0; count < 4; count++) {
            char digit = next();
            int value = digit < 128 ? Character.digit(digit, 16) : -1;
            if (value < 0) throw new Malformed();
            code = code * 16 + value;
        }
        return (char) code;
    }

    private Object word() throws Malformed {
        int start = at;
        while (at < text.length() && ",:]}[{\" \t\r\n".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(start, at);
        switch (word) {
            case "null":
                return null;
            case "true":
                return true;
            case "false":
                return false;
            default:
                if (!word.matches(NUMBER)) throw new Malformed();
                double number = Double.parseDouble(word);
                if (Double.isInfinite(number)) throw new Malformed();
                return number;
        }
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private char next() throws Malformed {
        if (at >= text.length()) throw new Malformed();
        return text.charAt(at++);
    }

    /** One sign of the grammar, with the blanks before it. */
    private void take(char sign) throws Malformed {
        if (!taken(sign)) throw new Malformed();
    }

    private boolean taken(char sign) {
        blanks();
        boolean isThere = at < text.length() && text.charAt(at) == sign;
        if (isThere) at++;
        return isThere;
    }
}
