<?php
// Draws one slide and saves it: API_KEY=… php post.php http://localhost:3000 slide.png
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
    'header' => ['Content-Type: application/json', 'Authorization: Bearer ' . getenv('API_KEY')],
    'content' => json_encode($document, JSON_THROW_ON_ERROR),
    'ignore_errors' => true,
    'timeout' => 60,
]]);
$stream = fopen(rtrim($service, '/') . '/api/render.png', 'r', false, $context);
if ($stream === false) {
    exit(1);
}
[$status] = stream_get_meta_data($stream)['wrapper_data'];
$answer = stream_get_contents($stream);
if (!str_contains($status, ' 200 ')) {
    fwrite(STDERR, "$status: $answer\n");
    exit(1);
}
file_put_contents($file, $answer);
echo strlen($answer), " bytes\n";
