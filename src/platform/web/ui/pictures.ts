// Written by scripts/media/make-illustrations.ts.

export const pictures = {
  home: {
    width: 1600,
    height: 900,
    placeholder:
      'UklGRkQAAABXRUJQVlA4IDgAAADQAQCdASoQAAkABABoJQBOgCHc0MCK4AD+3t6ij7FrACwtvQyOuzY1/aVlXq5IFgOpRDSDfEAAAA==',
  },
  'my-future-hero': {
    width: 1600,
    height: 1200,
    placeholder:
      'UklGRkoAAABXRUJQVlA4ID4AAAAQAgCdASoQAAwABABoJYgCdAEPRRXwMkfAAP7fsxlhsvnMv/onm4HfoGwofECErTmstYZYXwQbbKizoQAAAA==',
  },
  'my-future-roadmap': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkgAAABXRUJQVlA4IDwAAADwAQCdASoQAAwABABoJYgCdAEfZtCEovAA/tSvG/G5fFSiB+jPqUQ4B+vLXl3vPWMKx4qOn8MSYjIAAAA=',
  },
  'my-future-report': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkQAAABXRUJQVlA4IDgAAADwAQCdASoQAAwABABoJQBOgCHgchxyY8AA/tS089b3SSmKIs13y5YoFZ7ngqW8308G3KD442gAAA==',
  },
  'my-future-cv': {
    width: 1200,
    height: 900,
    placeholder: 'UklGRkIAAABXRUJQVlA4IDYAAADwAQCdASoQAAwABABoJZgCdAEO903tYoAA/tSvjJS8HR0CTavBxYNsmJW5902Ri1dhCI84AAA=',
  },
  'my-future-skills': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkoAAABXRUJQVlA4ID4AAAAQAgCdASoQAAwABABoJZgCdIExFdl6MjlAAP7hkLPfFm19QmzPiiylflOzZ1jz4dRzUysGmYCAjBHp1gAAAA==',
  },
  'my-future-package': {
    width: 1200,
    height: 675,
    placeholder:
      'UklGRkwAAABXRUJQVlA4IEAAAAAQAgCdASoQAAkABABoJZACdH8AGJvmDUgAAP7elhmMuuyf2QBR178Lfat8+jJPbwA2AOVBIykMEl0dpOQuAAAA',
  },
  'study-world-hero': {
    width: 1600,
    height: 1200,
    placeholder:
      'UklGRkgAAABXRUJQVlA4IDwAAADwAQCdASoQAAwABABoJZACdAEfi7D9kgAA/tT+/9QgumIFVXjXNLJpHbn3HXGYn+EwAQolr91bAqJwAAA=',
  },
  'study-world-matching': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkYAAABXRUJQVlA4IDoAAAAQAgCdASoQAAwABABoJbACdAEf/heD1xhAAP7I7CTSQPcOlk3Lql+5RGWYHcieLhrj6T1NilcDQAAA',
  },
  'study-world-strategy': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkoAAABXRUJQVlA4ID4AAAAwAgCdASoQAAwABABoJbACdAD6IbE/OxvQAAD+WxudmVYq5xxPPd5Cf+uk7YqfN1fOxiQ2rOQ83TD35xWAAA==',
  },
  'study-world-departure': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRk4AAABXRUJQVlA4IEIAAAAQAgCdASoQAAwABABoJbACdH8IIABFEg8AAP6xk2x4D+og4j9ra8UT4hnD8NrQglqF2Vjub0RNsi8hIlSnY/B3+AA=',
  },
  'study-world-referral': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkwAAABXRUJQVlA4IEAAAADwAQCdASoQAAwABABoJbACdAEfbaJtHCAA/sXlMHUvFLXBP+czxuoWQCgUOqhvqFvvpJzP2M4nDKGHMxx/cqAA',
  },
  'study-world-package': {
    width: 1200,
    height: 675,
    placeholder:
      'UklGRkYAAABXRUJQVlA4IDoAAAAwAgCdASoQAAkABABoJbAC7H8AGZ3D1N+M5AD+1xUAdn1/kRao0QZavH5qARoJZvo3yDvZY2H2pgAA',
  },
  'biz-future-hero': {
    width: 1600,
    height: 1200,
    placeholder:
      'UklGRkYAAABXRUJQVlA4IDoAAACQAQCdASoQAAwABABoJQBOgCG7E+AA/lMr1i123GQXpRL7EGbGFmYIagUGKkUe7XIeAfpzcyhElCwA',
  },
  'biz-future-plan': {
    width: 1200,
    height: 900,
    placeholder: 'UklGRkAAAABXRUJQVlA4IDQAAADQAQCdASoQAAwABABoJZACdAERHqyqHAD+4FACH48QgzPE2Jt2UDQZBc1JhaO0jNrafoAA',
  },
  'biz-future-posts': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkwAAABXRUJQVlA4IEAAAADQAQCdASoQAAwABABoJQBOgBjzfeY+0AD+55LSMTWLEx4OtqIEn0XRh1gjGalknBUh6JXUbIHn8oZr6Dj87wAA',
  },
  'biz-future-report': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkgAAABXRUJQVlA4IDwAAADQAQCdASoQAAwABABoJQBOgCP/+4C+QAD+7iMjptml4jQnxN6WaMTTjwJxjRMQCF1fv7DyjmEPnFoAAAA=',
  },
  'biz-future-tally': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkYAAABXRUJQVlA4IDoAAADwAQCdASoQAAwABABoJYwC7AEUqnwqWAAA/tdud4kl1O4TbL9x+0rhgPhaB2Ri1733sF2qUpkbAAAA',
  },
  'biz-future-package': {
    width: 1200,
    height: 675,
    placeholder: 'UklGRjwAAABXRUJQVlA4IDAAAABwAQCdASoQAAkABABoJQBOgB9KEAD+4EDS+bANMa3m1BQFvqKKr5Vj9jznSuYicAA=',
  },
  'guide-after-a-levels': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRlAAAABXRUJQVlA4IEQAAAAQAgCdASoQAAwABABoJZgCdAD0phAXvGeAAP7EZppqnpMGX0kyGPFALKEF6lnjVKjZy80p8qeGyjgaw8TYWeO32mYAAA==',
  },
  'guide-netherlands-germany': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkQAAABXRUJQVlA4IDgAAADQAQCdASoQAAwABABoJZACdAEfXihRAAD+xeUNWstRQlLkXaFccan4DHPVB36XDWfZkii+QsAAAA==',
  },
  'guide-personal-statement': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkQAAABXRUJQVlA4IDgAAAAwAgCdASoQAAwABABoJYgC7AEfgM4M6hQFAAD+1K75l/fZwmm7iFo7Vuux0uEJ1eN2dR1SznHAAA==',
  },
  'guide-first-90-days': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkgAAABXRUJQVlA4IDwAAADQAQCdASoQAAwABABoJQBOgB6OmXCQAAD+3x01bEZM68u2cCITQFEVxcdQhE9zw5iJOw49k1NL/O8AAAA=',
  },
  'guide-career-consultation': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkYAAABXRUJQVlA4IDoAAAAwAgCdASoQAAwABABoJaACdH8AFd0BuWC4AAD+4ZC2iKwPsMtOFezSYlsyhDI5EFFpcHGA6t51AAAA',
  },
  'guide-refunds': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkYAAABXRUJQVlA4IDoAAADwAQCdASoQAAwABABoJQBdgCPtxKgLHgAA/ueMXFf+bs8VI1Cecfhtr6H2+0ZWbGRcpbCejELTIUAA',
  },
}
