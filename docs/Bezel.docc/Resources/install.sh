sudo apt install ./bezel_*.deb ./hall_*.deb
sudo systemctl enable --now bezel
