// The image's health check: exit code 0 where the process answers, 1 where it does not. The base image has no curl.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 5001}/healthz`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
