// Receives webhooks. Set SMARTCAR_MANAGEMENT_TOKEN to your management token, then:
//
//	go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
)

// While you replace the token: the new and the older one, with a comma between.
var tokens = strings.FieldsFunc(os.Getenv("SMARTCAR_MANAGEMENT_TOKEN"), func(r rune) bool { return r == ',' })

// The same function signs events and challenges: an answer to any text would let others sign events.
var challengeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)

func sign(token string, data []byte) string {
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write(data)
	return hex.EncodeToString(mac.Sum(nil))
}

func isSigned(body []byte, signature string) bool {
	for _, token := range tokens {
		if hmac.Equal([]byte(sign(token, body)), []byte(signature)) {
			return true
		}
	}
	return false
}

// Events come at least once. Keep their IDs in your database for 7 days; this is lost with the process.
var (
	seenLock sync.Mutex
	seen     = map[string]time.Time{}
)

func isNew(id string) bool {
	seenLock.Lock()
	defer seenLock.Unlock()
	if _, found := seen[id]; found {
		return false
	}
	seen[id] = time.Now()
	return true
}

func forgetOldIDs() {
	for range time.Tick(time.Hour) {
		seenLock.Lock()
		for id, at := range seen {
			if time.Since(at) > 7*24*time.Hour {
				delete(seen, id)
			}
		}
		seenLock.Unlock()
	}
}

// What every event has, and no more: others come in several forms, which must not keep an event from being accepted.
type envelope struct {
	EventID   string          `json:"eventId"`
	EventType string          `json:"eventType"`
	EventName string          `json:"eventName"`
	VehicleID string          `json:"vehicleId"`
	Triggers  json.RawMessage `json:"triggers"`
	Data      json.RawMessage `json:"data"`
	Payload   json.RawMessage `json:"payload"`
}

type data struct {
	Vehicle struct {
		ID string `json:"id"`
	} `json:"vehicle"`
	Triggers json.RawMessage `json:"triggers"`
	Signals  []struct {
		Code   string          `json:"code"`
		Body   json.RawMessage `json:"body"`
		Status *struct {
			Value string `json:"value"`
		} `json:"status"`
	} `json:"signals"`
	Errors []struct {
		Type  string  `json:"type"`
		Code  *string `json:"code"` // may be null
		State string  `json:"state"`
	} `json:"errors"`
}

// Your part.
func handle(e envelope) {
	var d data
	if err := json.Unmarshal(e.Data, &d); err != nil {
		log.Println("not read:", e.EventID)
		return
	}
	vehicleID := d.Vehicle.ID
	if vehicleID == "" {
		vehicleID = e.VehicleID
	}
	triggers := e.Triggers
	if triggers == nil {
		triggers = d.Triggers
	}
	switch e.EventType {
	case "VEHICLE_STATE":
		for _, signal := range d.Signals {
			// A signal that failed may repeat an older value.
			if signal.Status == nil || signal.Status.Value == "SUCCESS" {
				fmt.Println(vehicleID, signal.Code, string(signal.Body))
			}
		}
		fmt.Println(vehicleID, "changed:", string(triggers))
	case "VEHICLE_ERROR":
		for _, failure := range d.Errors {
			code := ""
			if failure.Code != nil {
				code = *failure.Code
			}
			fmt.Println(vehicleID, failure.State, failure.Type, code)
		}
	}
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

type empty struct{}

func receive(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		answer(w, http.StatusMethodNotAllowed, empty{})
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1_000_000))
	if err != nil {
		answer(w, http.StatusBadRequest, empty{})
		return
	}
	var e envelope
	if json.Unmarshal(body, &e) != nil {
		answer(w, http.StatusBadRequest, empty{})
		return
	}

	// First, because a challenge is not signed. Version 2.0 has another form.
	if e.EventType == "VERIFY" || e.EventName == "verify" {
		holder := e.Payload
		if e.EventType == "VERIFY" {
			holder = e.Data
		}
		var asked struct {
			Challenge string `json:"challenge"`
		}
		if json.Unmarshal(holder, &asked) != nil || !challengeForm.MatchString(asked.Challenge) {
			answer(w, http.StatusBadRequest, empty{})
			return
		}
		answer(w, http.StatusOK, map[string]string{"challenge": sign(tokens[0], []byte(asked.Challenge))})
		return
	}

	signature := r.Header.Get("SC-Signature")
	if !isSigned(body, signature) {
		answer(w, http.StatusUnauthorized, empty{})
		return
	}

	// Webhooks of version 2.0 have no eventId.
	id := e.EventID
	if id == "" {
		id = signature
	}
	handles := isNew(id)
	w.Header().Set("Event-Handled", fmt.Sprint(handles))
	answer(w, http.StatusOK, empty{})
	if handles {
		go handle(e)
	}
}

func main() {
	if len(tokens) == 0 {
		log.Fatal("Set SMARTCAR_MANAGEMENT_TOKEN.")
	}
	go forgetOldIDs()
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	listener, err := net.Listen("tcp", "localhost:"+port)
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/hook", receive)
	fmt.Printf("http://%s/hook\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
