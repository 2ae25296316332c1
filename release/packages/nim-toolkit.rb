class NimToolkit < Formula
  desc "Solve, check and study Nim-like problems"
  homepage "{{address}}"
  version "{{version}}"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    url "{{address}}/archive/refs/tags/v{{version}}.tar.gz"
    depends_on "rust" => :build
  end

  on_linux do
    on_intel do
      url "{{address}}/releases/download/v{{version}}/nim-toolkit-{{version}}-x86_64-unknown-linux-musl.tar.gz"
      sha256 "{{sha256:nim-toolkit-{{version}}-x86_64-unknown-linux-musl.tar.gz}}"
    end
    on_arm do
      url "{{address}}/releases/download/v{{version}}/nim-toolkit-{{version}}-aarch64-unknown-linux-musl.tar.gz"
      sha256 "{{sha256:nim-toolkit-{{version}}-aarch64-unknown-linux-musl.tar.gz}}"
    end
  end

  def install
    if OS.mac?
      system "cargo", "install", *std_cargo_args
      generate_completions_from_executable(bin/"toolkit", "completions")
      system bin/"toolkit", "man", man1
    else
      bin.install "toolkit"
      man1.install Dir["man/man1/*"]
      bash_completion.install "completions/toolkit.bash" => "toolkit"
      zsh_completion.install "completions/_toolkit"
      fish_completion.install "completions/toolkit.fish"
    end
  end

  test do
    assert_equal "4 3\n3 6 5\n", pipe_output("#{bin}/toolkit matches", "3 3 6 9")
  end
end
