import { type Film, SCENE_SECONDS, type Scene } from './films.ts'
import { baseStyles, type Drawings } from './stage.ts'

/**
 * A film as a page of paused CSS animations. `seek(seconds)` moves all of them to the same moment, so a frame depends
 * only on its time.
 */
export function filmPage(film: Film, drawings: Drawings): string {
  return `<!doctype html><meta charset="utf-8"><style>${baseStyles}${filmStyles}</style>
${film.scenes.map((scene, index) => sceneMarkup(scene, index, film, drawings)).join('\n')}
<script>
  for (const animation of document.getAnimations()) animation.pause()
  window.seek = (seconds) => {
    for (const animation of document.getAnimations()) animation.currentTime = seconds * 1000
  }
</script>`
}

function sceneMarkup(scene: Scene, index: number, film: Film, drawings: Drawings): string {
  const isLast = index === film.scenes.length - 1
  return `<section class="scene ${isLast ? 'last' : ''}" style="--start:${index * SCENE_SECONDS}s">
  <div class="words"><p>${film.service}</p><h1>${scene.title}</h1></div>
  <div class="drawing">${drawingMarkup(scene.drawing, film, drawings)}</div>
</section>`
}

function drawingMarkup(drawing: Scene['drawing'], film: Film, drawings: Drawings): string {
  if (drawing === 'beginning' || drawing === 'whole') {
    const name = { 'my-future': 'road', 'study-world': 'globe', 'biz-future': 'bars' } as const
    return `<div class="large ${name[film.name]} ${drawing}">${drawings[name[film.name]]}</div>`
  }
  if ('benefit' in drawing) return `<div class="small">${animateStrokes(drawings.benefit(drawing.benefit))}</div>`
  const svg = `<svg viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><g class="fill-primary stroke-none">${drawing.amber}</g><path d="${drawing.lines}"/></svg>`
  return `<div class="small">${animateStrokes(svg)}</div>`
}

/** Gives every stroke the length 1, so that it can be drawn from start to end. */
function animateStrokes(svg: string): string {
  let count = 0
  const strokeAttributes = () => `class="ink" pathLength="1" style="--order:${count++}"`
  return svg
    .replace(/<path d="([^"]+)"\/?>(?:<\/path>)?/g, (_, d: string) =>
      d
        .split(/(?=M)/)
        .map((stroke) => `<path d="${stroke.trim()}" ${strokeAttributes()}/>`)
        .join(''),
    )
    .replace(/<circle (cx="[^"]+" cy="[^"]+" r="[^"]+")\/?>(?=<\/circle>|<)/g, (tag, geometry: string) =>
      tag.includes('class') ? tag : `<circle ${geometry} ${strokeAttributes()}>`,
    )
}

const filmStyles = `
body { width: 1280px; height: 720px; position: relative; background: linear-gradient(45deg, #17212b, #22303f 55%, #384e63); }
.scene { position: absolute; inset: 0; opacity: 0; animation: scene ${SCENE_SECONDS}s linear var(--start) both; }
.scene.last { animation-name: last-scene; }
.words { position: absolute; left: 88px; top: 0; height: 600px; width: 560px; display: grid; align-content: center; }
.words p { color: #ffb300; font-weight: 600; font-size: 24px; display: flex; align-items: center; gap: 16px; }
.words p::before { content: ""; width: 48px; height: 2px; background: #ffb300; }
.words h1 { font-size: 64px; line-height: 1.1; letter-spacing: -0.015em; font-weight: 600; margin-top: 24px; text-wrap: balance;
  animation: rise 0.7s cubic-bezier(0.2, 0.8, 0.2, 1) calc(var(--start) + 0.15s) both; }
.drawing { position: absolute; right: 88px; top: 40px; width: 520px; height: 540px; display: grid; place-items: center;
  animation: drift ${SCENE_SECONDS}s linear var(--start) both; }
.small svg { width: 380px; height: 380px; overflow: visible; stroke-width: 1.6; }
.large { width: 560px; }
.large svg { display: block; width: 100%; overflow: visible; }
.ink { stroke-dasharray: 1 1; animation: draw 1.1s ease-in-out calc(var(--start) + 0.3s + var(--order) * 0.12s) both; }
.small .fill-primary { animation: pop 0.6s cubic-bezier(0.3, 1.5, 0.5, 1) calc(var(--start) + 0.7s) both; transform-box: fill-box; transform-origin: center; }
.small .stroke-primary { animation: fade 0.8s linear calc(var(--start) + 1.2s) both; }
.small [stroke-dasharray] { animation: fade 0.8s linear calc(var(--start) + 1s) both; }

.large circle { transform-box: fill-box; transform-origin: center; animation: grow 1.4s cubic-bezier(0.2, 0.8, 0.2, 1) calc(var(--start) + 0.2s) both; }
.large circle.fill-primary { animation: pop 0.9s cubic-bezier(0.3, 1.4, 0.5, 1) calc(var(--start) + 0.2s) both; }
.road path[fill="#fff"], .road path.fill-secondary { animation: upwards 1.9s cubic-bezier(0.4, 0, 0.3, 1) calc(var(--start) + 0.2s) both; }
.road.beginning path[fill="#fff"], .road.beginning path.fill-secondary, .road.beginning circle.fill-primary { visibility: hidden; }
.road g[stroke-dasharray] path { animation: upwards 2.4s ease-in-out calc(var(--start) + 0.3s) both; }

.globe > svg > g:nth-of-type(2) { animation: fade 1.2s linear calc(var(--start) + 0.5s) both; }
.globe path[stroke="#fff"] { animation: rightwards 1.8s cubic-bezier(0.4, 0, 0.3, 1) calc(var(--start) + 0.5s) both; }
.globe > svg > g:last-of-type { animation: arrive 1.8s cubic-bezier(0.4, 0, 0.3, 1) calc(var(--start) + 0.6s) both; }
.globe.beginning path[stroke="#fff"], .globe.beginning > svg > g:last-of-type { visibility: hidden; }

.bars path[fill-opacity], .bars path.fill-primary { transform-box: fill-box; transform-origin: bottom; animation: stand 0.9s cubic-bezier(0.2, 0.9, 0.3, 1) calc(var(--start) + 0.3s) both; }
.bars path[fill-opacity]:nth-child(2) { animation-delay: calc(var(--start) + 0.45s); }
.bars path[fill-opacity]:nth-child(3) { animation-delay: calc(var(--start) + 0.6s); }
.bars path[fill-opacity]:nth-child(4) { animation-delay: calc(var(--start) + 0.75s); }
.bars path.fill-primary { animation-delay: calc(var(--start) + 0.95s); }
.bars path[stroke="#fff"] { animation: rightwards 1.5s cubic-bezier(0.4, 0, 0.3, 1) calc(var(--start) + 0.6s) both; }
.bars.beginning path[stroke="#fff"], .bars.beginning path.fill-primary, .bars.beginning circle { visibility: hidden; }

@keyframes scene { 0% { opacity: 0 } 8% { opacity: 1 } 92% { opacity: 1 } 100% { opacity: 0 } }
@keyframes last-scene { 0% { opacity: 0 } 8% { opacity: 1 } 100% { opacity: 1 } }
@keyframes rise { from { transform: translateY(28px); opacity: 0 } }
@keyframes drift { from { transform: scale(0.98) } to { transform: scale(1.03) } }
@keyframes draw { from { stroke-dashoffset: 1; opacity: 0 } 5% { opacity: 1 } to { stroke-dashoffset: 0; opacity: 1 } }
@keyframes pop { from { transform: scale(0) } }
@keyframes grow { from { transform: scale(0.5); opacity: 0 } }
@keyframes fade { from { opacity: 0 } }
@keyframes upwards { from { clip-path: inset(100% 0 0 0) } to { clip-path: inset(-10% -10% -10% -10%) } }
@keyframes rightwards { from { clip-path: inset(-10% 110% -10% -10%) } to { clip-path: inset(-10% -10% -10% -10%) } }
@keyframes arrive { from { translate: -330px 310px; opacity: 0 } 40% { opacity: 1 } }
@keyframes stand { from { transform: scaleY(0) } }
`
