swift run hall
swift run hall --display headless --frames 1
