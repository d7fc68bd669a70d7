<?php
// Draws one slide and saves it: php post.php http://localhost:3000 slide.png
[, $service, $file] = $argv;
$document = [
    'platform' => 'professional-post',
    'slides' => [[
        'backgroundColor' => '#0B2545',
        'textBlocks' => [
            ['text' => 'We are hiring', 'x' => 40, 'y' => 150, 'width' => 370, 'fontSize' => 56, 'align' => 'center'],
        ],
    ]],
];
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => 'content-type: application/json',
    'content' => json_encode($document),
    'ignore_errors' => true,
]]);
$answer = file_get_contents(rtrim($service, '/') . '/api/render.png', false, $context);
if (!str_contains($http_response_header[0], ' 200 ')) {
    $error = json_decode($answer, true)['error'];
    fwrite(STDERR, "{$error['code']}: {$error['message']}\n");
    exit(1);
}
file_put_contents($file, $answer);
echo strlen($answer), " bytes\n";
