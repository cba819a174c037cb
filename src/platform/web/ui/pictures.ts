// Written by scripts/media/make-illustrations.ts.

export const pictures = {
  home: {
    width: 1600,
    height: 900,
    placeholder:
      'UklGRkQAAABXRUJQVlA4IDgAAADQAQCdASoQAAkABABoJQBOgCHc1wiWAAD+3t6ij7UBBkBgJP2B3+ndyQTY3pL7ZIFgOpRDSDfEAA==',
  },
  'my-future-hero': {
    width: 1600,
    height: 1200,
    placeholder:
      'UklGRkoAAABXRUJQVlA4ID4AAAAQAgCdASoQAAwABABoJYgCdAEPRQCjzE4AAP7fsxlhsv9zxiyG/KhGq9lMeZUA1pSOTfgOC7fGQ8zpBPZUAA==',
  },
  'my-future-roadmap': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkYAAABXRUJQVlA4IDoAAAAQAgCdASoQAAwABABoJYgCdAEfZtWca+5AAP7UrxvxuXxcqGTIYImYy+zso2E8zc0ay0CAoOH/AAAA',
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
      'UklGRkgAAABXRUJQVlA4IDwAAAAQAgCdASoQAAwABABoJZgCdH8AFdl6TlrAAP7hkLPfFm19Qmu0+CWZB9jHaaGqYfkSaj06OkmQWhEYAAA=',
  },
  'my-future-package': {
    width: 1200,
    height: 675,
    placeholder:
      'UklGRkwAAABXRUJQVlA4IEAAAAAQAgCdASoQAAkABABoJZACdH8AGLWSx9YAAP7elF5CTIcx9Xott1Ce7yLfPoyVh9wGwByoJGUhgkujtJyFwAAA',
  },
  'study-world-hero': {
    width: 1600,
    height: 1200,
    placeholder:
      'UklGRkgAAABXRUJQVlA4IDwAAADwAQCdASoQAAwABABoJZACdAEfi7D31AAA/tT+/9QgumHpEBalX+Uv6SR+svLVDTQo+3m7AzjzFbaYAAA=',
  },
  'study-world-matching': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkYAAABXRUJQVlA4IDoAAAAQAgCdASoQAAwABABoJbACdAEf+/g3dKgAAP7I7CTSQIIC+BBn9NceG2cSBNoBzP2Mw6b5IQx9kAAA',
  },
  'study-world-strategy': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkwAAABXRUJQVlA4IEAAAAAQAgCdASoQAAwABABoJbACdAD6IbE6ozAAAP5bG52ZVirnHE893kJ/66TxSTYuwynMN1iQ2rOQ83TEHYKUwAAA',
  },
  'study-world-departure': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRk4AAABXRUJQVlA4IEIAAABwAgCdASoQAAwABABoJbACdH8IIABXJh8qyqAAAP6xk2x4IzdaP2trvkohEsee6NFJKQOAHXiqyeIBtzFytw1ZZAA=',
  },
  'study-world-referral': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkoAAABXRUJQVlA4ID4AAAAQAgCdASoQAAwABABoJbACdAEUpVHiGrVgAP7Ff8iWihlh3/ShB1Dcav+aruplRoAw0TDVdQsk4czHH9yoAA==',
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
      'UklGRkoAAABXRUJQVlA4ID4AAADQAQCdASoQAAwABABoJQBOgB8nRUb8AAD+VE8j9Wp/GFW3NIkJrzYwszFyBzE04jUNMgK0rH8WTmFnioAAAA==',
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
      'UklGRkgAAABXRUJQVlA4IDwAAADQAQCdASoQAAwABABoJQBOgCP/+3dvQAD+7iMjptml4jQnxN6WaMTXDO7IjRMQCF1fv7DyjmEPnFoAAAA=',
  },
  'biz-future-tally': {
    width: 1200,
    height: 900,
    placeholder:
      'UklGRkYAAABXRUJQVlA4IDoAAADwAQCdASoQAAwABABoJYwC7AEUqnwqWAAA/tdud4kl1PElLno7nFjLeWIFIpZXnjOEcf2DOV29iAAA',
  },
  'biz-future-package': {
    width: 1200,
    height: 675,
    placeholder: 'UklGRjwAAABXRUJQVlA4IDAAAABwAQCdASoQAAkABABoJQBOgB9KEAD+4EDS+bANMa3m1BQFvqKKr5Vj9jznSuYicAA=',
  },
}
