// Receives webhooks, with Gson (com.google.code.gson:gson). Set SMARTCAR_MANAGEMENT_TOKEN to your management token, then:
//   java -cp gson.jar Receiver.java

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
  // While you replace the token: the new and the older one, with a comma between.
  private static final List<String> TOKENS =
      Stream.of(System.getenv().getOrDefault("SMARTCAR_MANAGEMENT_TOKEN", "").split(",")).filter(token -> !token.isEmpty()).toList();
  private static final int MOST_BYTES = 1_000_000;
  private static final long SEVEN_DAYS = 7L * 24 * 60 * 60 * 1000;

  private static final ExecutorService WORK = Executors.newSingleThreadExecutor();

  // Events come at least once. Keep their IDs in your database for 7 days; this is lost with the process.
  private static final Map<String, Long> SEEN =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return System.currentTimeMillis() - eldest.getValue() > SEVEN_DAYS;
        }
      };

  private static synchronized boolean isNew(String id) {
    return SEEN.putIfAbsent(id, System.currentTimeMillis()) == null;
  }

  private static String sign(String token, byte[] bytes) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    StringBuilder hex = new StringBuilder();
    for (byte each : mac.doFinal(bytes)) hex.append(String.format("%02x", each));
    return hex.toString();
  }

  private static boolean isSigned(byte[] body, String signature) throws GeneralSecurityException {
    if (signature == null) return false;
    byte[] received = signature.getBytes(StandardCharsets.UTF_8);
    for (String token : TOKENS) {
      if (MessageDigest.isEqual(sign(token, body).getBytes(StandardCharsets.UTF_8), received)) return true;
    }
    return false;
  }

  /** The same function signs events and challenges: an answer to any text would let others sign events. */
  private static boolean isChallenge(String value) {
    return value != null && value.matches("[A-Za-z0-9_-]{1,128}");
  }

  /** Your part. Pages and captures of events differ, so nothing but eventType is taken for granted. */
  private static void handle(JsonObject event) {
    JsonObject data = object(event, "data");
    String vehicleId = text(object(data, "vehicle"), "id");
    if (vehicleId == null) vehicleId = text(event, "vehicleId");
    List<JsonElement> triggers = event.has("triggers") ? list(event, "triggers") : list(data, "triggers");
    String type = text(event, "eventType");
    if ("VEHICLE_STATE".equals(type)) {
      for (JsonElement each : list(data, "signals")) {
        JsonObject signal = each.getAsJsonObject();
        String status = text(object(signal, "status"), "value");
        // A signal that failed may repeat an older value.
        if (status == null || status.equals("SUCCESS")) {
          System.out.println(vehicleId + " " + text(signal, "code") + " " + signal.get("body"));
        }
      }
      System.out.println(vehicleId + " changed: " + triggers.size());
    } else if ("VEHICLE_ERROR".equals(type)) {
      for (JsonElement each : list(data, "errors")) {
        JsonObject error = each.getAsJsonObject();
        // code may be null, and RESOLVED has no resolution.
        System.out.println(
            vehicleId + " " + text(error, "state") + " " + text(error, "type") + " " + text(error, "code")
                + " " + text(object(error, "resolution"), "type"));
      }
    }
  }

  private static JsonObject object(JsonObject from, String name) {
    return from.get(name) instanceof JsonObject found ? found : new JsonObject();
  }

  private static String text(JsonObject from, String name) {
    return from.get(name) instanceof JsonPrimitive found && found.isString() ? found.getAsString() : null;
  }

  private static List<JsonElement> list(JsonObject from, String name) {
    List<JsonElement> found = new ArrayList<>();
    if (from.get(name) != null && from.get(name).isJsonArray()) from.getAsJsonArray(name).forEach(found::add);
    return found;
  }

  private static void receive(HttpExchange exchange) throws IOException, GeneralSecurityException {
    byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
    if (!exchange.getRequestMethod().equals("POST") || body.length > MOST_BYTES) {
      answer(exchange, 400, "{}");
      return;
    }
    JsonObject event;
    try {
      event = JsonParser.parseString(new String(body, StandardCharsets.UTF_8)).getAsJsonObject();
    } catch (JsonParseException | IllegalStateException notAnObject) {
      answer(exchange, 400, "{}");
      return;
    }

    // First, because a challenge is not signed. Version 2.0 has another form.
    boolean isVerify = "VERIFY".equals(text(event, "eventType"));
    if (isVerify || "verify".equals(text(event, "eventName"))) {
      String challenge = text(object(event, isVerify ? "data" : "payload"), "challenge");
      if (!isChallenge(challenge)) {
        answer(exchange, 400, "{}");
        return;
      }
      String hash = sign(TOKENS.get(0), challenge.getBytes(StandardCharsets.UTF_8));
      answer(exchange, 200, "{\"challenge\":\"" + hash + "\"}");
      return;
    }

    String signature = exchange.getRequestHeaders().getFirst("SC-Signature");
    if (!isSigned(body, signature)) {
      answer(exchange, 401, "{}");
      return;
    }

    // Webhooks of version 2.0 have no eventId.
    String id = text(event, "eventId");
    boolean handles = isNew(id == null ? signature : id);
    exchange.getResponseHeaders().set("Event-Handled", String.valueOf(handles));
    answer(exchange, 200, "{}");
    if (handles) WORK.execute(() -> handle(event));
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  public static void main(String[] args) throws IOException {
    if (TOKENS.isEmpty()) throw new IllegalStateException("Set SMARTCAR_MANAGEMENT_TOKEN.");
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newFixedThreadPool(16));
    server.createContext(
        "/hook",
        exchange -> {
          try (exchange) {
            receive(exchange);
          } catch (GeneralSecurityException | RuntimeException failure) {
            System.err.println("failed: " + failure.getClass().getName());
            exchange.sendResponseHeaders(500, -1);
          }
        });
    server.start();
    System.out.println("http://localhost:" + server.getAddress().getPort() + "/hook");
  }
}
