# frozen_string_literal: true

# Receives webhooks: gem install webrick. Set SMARTCAR_MANAGEMENT_TOKEN to your management token, then:
#   ruby receiver.rb
require "json"
require "openssl"
require "webrick"

# While you replace the token: the new and the older one, with a comma between.
TOKENS = ENV.fetch("SMARTCAR_MANAGEMENT_TOKEN", "").split(",").reject(&:empty?)
abort "Set SMARTCAR_MANAGEMENT_TOKEN." if TOKENS.empty?

def sign(token, bytes)
  OpenSSL::HMAC.hexdigest("SHA256", token, bytes)
end

# The same function signs events and challenges: an answer to any text would let others sign events.
def challenge?(value)
  value.is_a?(String) && value.match?(/\A[A-Za-z0-9_-]{1,128}\z/)
end

def signed?(body, signature)
  TOKENS.any? { |token| OpenSSL.secure_compare(sign(token, body), signature) }
end

# Events come at least once. Keep their IDs in your database for 7 days; this is lost with the process.
SEEN = {}
SEEN_LOCK = Mutex.new
SEVEN_DAYS = 7 * 24 * 60 * 60

def new?(id)
  SEEN_LOCK.synchronize do
    SEEN.shift while SEEN.any? && Time.now - SEEN.first.last > SEVEN_DAYS
    next false if SEEN.key?(id)

    SEEN[id] = Time.now
    true
  end
end

# Your part. Pages and captures of events differ, so nothing but eventType is taken for granted.
def handle(event)
  data = event["data"] || {}
  vehicle_id = data.dig("vehicle", "id") || event["vehicleId"]
  triggers = event["triggers"] || data["triggers"] || []
  case event["eventType"]
  when "VEHICLE_STATE"
    (data["signals"] || []).each do |signal|
      # A signal that failed may repeat an older value.
      puts "#{vehicle_id} #{signal["code"]} #{signal["body"]}" if [nil, "SUCCESS"].include?(signal.dig("status", "value"))
    end
    puts "#{vehicle_id} changed: #{triggers.length}"
  when "VEHICLE_ERROR"
    (data["errors"] || []).each do |error|
      # code may be nil, and RESOLVED has no resolution.
      puts "#{vehicle_id} #{error["state"]} #{error["type"]} #{error["code"]} #{error.dig("resolution", "type")}"
    end
  end
end

EVENTS = Queue.new
Thread.new do
  loop do
    handle(EVENTS.pop)
  rescue StandardError => e
    warn "failed: #{e.class}"
  end
end

def receive(request, response)
  answer = lambda do |status, body = {}|
    response.status = status
    response["Content-Type"] = "application/json"
    response.body = JSON.generate(body)
  end
  body = request.request_method == "POST" ? request.body.to_s : ""
  return answer.call(413) if body.bytesize > 1_000_000

  event = begin
    JSON.parse(body)
  rescue JSON::ParserError
    nil
  end
  return answer.call(400) unless event.is_a?(Hash)

  # First, because a challenge is not signed. Version 2.0 has another form.
  if event["eventType"] == "VERIFY" || event["eventName"] == "verify"
    holder = event["eventType"] == "VERIFY" ? event["data"] : event["payload"]
    challenge = holder.is_a?(Hash) ? holder["challenge"] : nil
    return answer.call(400) unless challenge?(challenge)

    return answer.call(200, { challenge: sign(TOKENS.first, challenge) })
  end

  signature = request["SC-Signature"].to_s
  return answer.call(401) unless signed?(body, signature)

  # Webhooks of version 2.0 have no eventId.
  handles = new?(event["eventId"] || signature)
  EVENTS << event if handles
  response["Event-Handled"] = handles.to_s
  answer.call(200)
end

port = Integer(ENV.fetch("PORT", "3000"))
$stdout.sync = true
server = WEBrick::HTTPServer.new(BindAddress: "localhost", Port: port, AccessLog: [], Logger: WEBrick::Log.new($stderr, 1))
server.mount_proc("/hook") { |request, response| receive(request, response) }
trap("INT") { server.shutdown }
trap("TERM") { server.shutdown }
puts "http://localhost:#{port}/hook"
server.start
