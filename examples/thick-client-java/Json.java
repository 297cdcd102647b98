import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;

/** Reads JSON with Jackson. Objects are maps. A text behind the object is refused. */
final class Json {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private Json() {}

    static Map<String, Object> object(String text, String what) throws Refusal {
        Object value;
        try {
            value = MAPPER.readValue(text, Object.class);
        } catch (JsonProcessingException error) {
            throw new Refusal(what + " is not JSON");
        }
        if (!(value instanceof Map<?, ?>)) throw new Refusal(what + " is not an object");
        @SuppressWarnings("unchecked")
        var members = (Map<String, Object>) value;
        return members;
    }

    /** A text as JSON, for messages. */
    static String quote(String text) {
        try {
            return MAPPER.writeValueAsString(text);
        } catch (JsonProcessingException error) {
            throw new IllegalArgumentException(error);
        }
    }
}
