bezel/.build/release/bezel new --swift hall
cd hall
