// Draws one slide and saves it: API_KEY=… go run post.go http://localhost:3000 slide.png
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

type object = map[string]any

func draw(service, file string) error {
	document, err := json.Marshal(object{
		"platform": "professional-post",
		"slides": []object{{
			"backgroundColor": "#0B2545",
			"textBlocks": []object{
				{"text": "We are hiring", "x": 40, "y": 150, "width": 370, "fontSize": 56, "align": "center"},
			},
		}},
	})
	if err != nil {
		return err
	}
	address := strings.TrimRight(service, "/") + "/api/render.png"
	request, err := http.NewRequest("POST", address, bytes.NewReader(document))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
	answer, err := (&http.Client{Timeout: time.Minute}).Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", answer.Status, body)
	}
	if err := os.WriteFile(file, body, 0o644); err != nil {
		return err
	}
	fmt.Println(len(body), "bytes")
	return nil
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "post.go SERVICE FILE")
		os.Exit(2)
	}
	if err := draw(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
