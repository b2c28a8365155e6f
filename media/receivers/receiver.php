<?php
// Receives webhooks. Set SMARTCAR_MANAGEMENT_TOKEN to your management token, then:
//   php -S localhost:3000 receiver.php
declare(strict_types=1);

function answer(int $status, array $body = []): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode((object) $body);
}

// While you replace the token: the new and the older one, with a comma between.
$tokens = array_values(array_filter(explode(',', getenv('SMARTCAR_MANAGEMENT_TOKEN') ?: '')));
if ($tokens === []) {
    error_log('Set SMARTCAR_MANAGEMENT_TOKEN.');
    answer(500);
    return;
}

function sign(string $token, string $bytes): string
{
    return hash_hmac('sha256', $bytes, $token);
}

// The same function signs events and challenges: an answer to any text would let others sign events.
function isChallenge(mixed $value): bool
{
    return is_string($value) && preg_match('/\A[A-Za-z0-9_-]{1,128}\z/', $value) === 1;
}

function isSigned(array $tokens, string $body, string $signature): bool
{
    foreach ($tokens as $token) {
        if (hash_equals(sign($token, $body), $signature)) {
            return true;
        }
    }
    return false;
}

// Events come at least once. Keep their IDs in your database for 7 days; here, each is an empty file.
function isNew(string $id): bool
{
    $folder = sys_get_temp_dir() . '/webhook-events';
    if (!is_dir($folder)) {
        @mkdir($folder, 0700);
    }
    if (random_int(1, 1000) === 1) {
        foreach (glob("$folder/*") ?: [] as $file) {
            if (filemtime($file) < time() - 7 * 24 * 60 * 60) {
                @unlink($file);
            }
        }
    }
    $path = "$folder/" . hash('sha256', $id);
    $file = @fopen($path, 'x');
    if ($file === false && !file_exists($path)) {
        // With status 500, the event is sent again.
        throw new RuntimeException("$folder is not writable.");
    }
    return $file !== false && fclose($file);
}

// Your part. Pages and captures of events differ, so nothing but eventType is taken for granted.
function handle(array $event): void
{
    $data = $event['data'] ?? [];
    $vehicleId = $data['vehicle']['id'] ?? $event['vehicleId'] ?? '';
    $triggers = $event['triggers'] ?? $data['triggers'] ?? [];
    $lines = [];
    if (($event['eventType'] ?? '') === 'VEHICLE_STATE') {
        foreach ($data['signals'] ?? [] as $signal) {
            // A signal that failed may repeat an older value.
            if (($signal['status']['value'] ?? 'SUCCESS') === 'SUCCESS') {
                $lines[] = $signal['code'] . ' ' . json_encode($signal['body'] ?? null);
            }
        }
        $lines[] = 'changed: ' . count($triggers);
    } elseif (($event['eventType'] ?? '') === 'VEHICLE_ERROR') {
        foreach ($data['errors'] ?? [] as $error) {
            // code may be null, and RESOLVED has no resolution.
            $lines[] = implode(' ', [$error['state'], $error['type'], $error['code'] ?? '', $error['resolution']['type'] ?? '']);
        }
    }
    foreach ($lines as $line) {
        error_log("$vehicleId $line");
    }
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    answer(405);
    return;
}
$body = file_get_contents('php://input');
$event = json_decode($body, true);
if (!is_array($event) || strlen($body) > 1_000_000) {
    answer(400);
    return;
}

// First, because a challenge is not signed. Version 2.0 has another form.
$isVerify = ($event['eventType'] ?? null) === 'VERIFY';
if ($isVerify || ($event['eventName'] ?? null) === 'verify') {
    $holder = $event[$isVerify ? 'data' : 'payload'] ?? null;
    $challenge = is_array($holder) ? $holder['challenge'] ?? null : null;
    isChallenge($challenge) ? answer(200, ['challenge' => sign($tokens[0], $challenge)]) : answer(400);
    return;
}

$signature = $_SERVER['HTTP_SC_SIGNATURE'] ?? '';
if (!isSigned($tokens, $body, $signature)) {
    answer(401);
    return;
}

// Webhooks of version 2.0 have no eventId.
$eventId = $event['eventId'] ?? $signature;
$handles = isNew(is_string($eventId) ? $eventId : $signature);
header('Event-Handled: ' . ($handles ? 'true' : 'false'));
answer(200);
// With PHP-FPM, the answer is sent before the work begins.
if (function_exists('fastcgi_finish_request')) {
    fastcgi_finish_request();
}
if ($handles) {
    handle($event);
}
