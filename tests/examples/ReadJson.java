import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.TreeMap;

/** Reads each line of its input, a text in Base64, with Json.java of the example; java-json.test.ts compares. */
final class ReadJson {
    public static void main(String[] arguments) {
        var said = new StringBuilder();
        try (var lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                var text = new String(Base64.getDecoder().decode(lines.nextLine()), StandardCharsets.UTF_8);
                try {
                    said.append(show(Json.object(text, "the text"))).append('\n');
                } catch (Refusal refusal) {
                    said.append(refusal.getMessage()).append('\n');
                }
            }
        }
        System.out.writeBytes(said.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Names in order, texts in Base64, numbers by their bits: the same from any language. */
    private static String show(Object value) {
        var shown = new StringBuilder();
        if (value instanceof Map<?, ?> members) {
            var inOrder = new TreeMap<String, String>();
            members.forEach((name, member) -> inOrder.put(show(name), show(member)));
            return inOrder.toString();
        }
        if (value instanceof List<?> elements) {
            for (Object element : elements) shown.append(shown.length() == 0 ? "" : ", ").append(show(element));
            return "[" + shown + "]";
        }
        if (value instanceof String text)
            return "'" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "'";
        if (value instanceof Double number) return String.format("%016x", Double.doubleToLongBits(number));
        return String.valueOf(value);
    }
}
