// Asks whether the person has answered on the phone; then the page is loaded again, which leads on.
const PAUSE_MS = 300;

async function wait() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      const response = await fetch(`${location.pathname}/answer`);
      if (!response.ok || (await response.json()).answer !== null) break;
    } catch {
      // The network is away for a moment; the next question may be answered.
    }
  }
  location.reload();
}

void wait();
