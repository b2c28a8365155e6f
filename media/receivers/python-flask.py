"""Receives webhooks with Flask: pip install flask. Set SMARTCAR_MANAGEMENT_TOKEN to your management token, then:

python receiver.py
"""

import hashlib
import hmac
import json
import os
import queue
import re
import threading
import time

from flask import Flask, jsonify, request

# While you replace the token: the new and the older one, with a comma between.
tokens = [token for token in os.environ.get("SMARTCAR_MANAGEMENT_TOKEN", "").split(",") if token]
if not tokens:
    raise SystemExit("Set SMARTCAR_MANAGEMENT_TOKEN.")


def sign(token: str, data: bytes) -> str:
    return hmac.new(token.encode(), data, hashlib.sha256).hexdigest()


def is_challenge(value: object) -> bool:
    """The same function signs events and challenges: an answer to any text would let others sign events."""
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9_-]{1,128}", value) is not None


def is_signed(body: bytes, signature: str) -> bool:
    received = signature.encode()
    return any(hmac.compare_digest(sign(token, body).encode(), received) for token in tokens)


# Events come at least once. Keep their IDs in your database for 7 days; this is lost with the process.
seen: dict[str, float] = {}
seen_lock = threading.Lock()
SEVEN_DAYS = 7 * 24 * 60 * 60


def is_new(event_id: str) -> bool:
    with seen_lock:
        while seen and time.time() - next(iter(seen.values())) > SEVEN_DAYS:
            del seen[next(iter(seen))]
        if event_id in seen:
            return False
        seen[event_id] = time.time()
        return True


def handle(event: dict) -> None:
    """Your part. Pages and captures of events differ, so nothing but eventType is taken for granted."""
    data = event.get("data") or {}
    vehicle_id = (data.get("vehicle") or {}).get("id") or event.get("vehicleId")
    triggers = event.get("triggers") or data.get("triggers") or []
    if event.get("eventType") == "VEHICLE_STATE":
        for signal in data.get("signals") or []:
            body = signal.get("body") or {}
            # A signal that failed may repeat an older value.
            if (signal.get("status") or {}).get("value", "SUCCESS") == "SUCCESS":
                print(vehicle_id, signal.get("code"), body.get("values", body.get("value", body)))
        print(vehicle_id, "changed:", len(triggers))
    elif event.get("eventType") == "VEHICLE_ERROR":
        for error in data.get("errors") or []:
            # code may be None, and RESOLVED has no resolution.
            resolution = error.get("resolution") or {}
            print(vehicle_id, error.get("state"), error.get("type"), error.get("code"), resolution.get("type"))


events: queue.Queue = queue.Queue()


def work() -> None:
    while True:
        event = events.get()
        try:
            handle(event)
        except Exception as error:
            print("failed:", type(error).__name__)


threading.Thread(target=work, daemon=True).start()

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 1_000_000


@app.post("/hook")
def receive():
    body = request.get_data()
    try:
        event = json.loads(body)
    except (ValueError, RecursionError):
        return jsonify({}), 400
    if not isinstance(event, dict):
        return jsonify({}), 400

    # First, because a challenge is not signed. Version 2.0 has another form.
    if event.get("eventType") == "VERIFY" or event.get("eventName") == "verify":
        holder = event.get("data") if event.get("eventType") == "VERIFY" else event.get("payload")
        challenge = holder.get("challenge") if isinstance(holder, dict) else None
        if not is_challenge(challenge):
            return jsonify({}), 400
        return jsonify({"challenge": sign(tokens[0], challenge.encode())})

    signature = request.headers.get("SC-Signature", "")
    if not is_signed(body, signature):
        return jsonify({}), 401

    # Webhooks of version 2.0 have no eventId.
    handles = is_new(str(event.get("eventId") or signature))
    if handles:
        events.put(event)
    return jsonify({}), 200, {"Event-Handled": "true" if handles else "false"}


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "3000"))
    print(f"http://localhost:{port}/hook", flush=True)
    # For your own machine. In production, use a WSGI server such as gunicorn.
    app.run(port=port)
