import { createHash } from 'node:crypto'

const style = `body{font:16px system-ui,sans-serif;margin:0;background:#1c1f24;color:#e8eaee;display:grid;place-items:center;min-height:100vh}
main{width:min(22rem,92vw)}h1{font-size:1rem;font-weight:600;margin:0 0 .75rem}
pre{background:#0c1a10;color:#8df0a4;padding:1rem;border-radius:.5rem;min-height:4.5rem;font-size:1rem;margin:0}
ul{display:flex;gap:1rem;list-style:none;padding:0;margin:1rem 0;font-size:.8rem}
li::before{content:"";display:inline-block;width:.7rem;height:.7rem;border-radius:50%;background:#444;margin-right:.4rem}
li.on::before{background:#5fd37a}li.blink::before{background:#5fd37a;animation:b 1s steps(2) infinite}
li#failure.on::before,li#failure.blink::before{background:#ff6b5e}@keyframes b{50%{opacity:0}}
.keys{display:grid;grid-template-columns:repeat(4,1fr);gap:.5rem}
button{font:inherit;min-height:3rem;border-radius:.4rem;border:1px solid #555;background:#2b3037;color:inherit}
button[aria-pressed=true]{background:#4a6fd8}#press{grid-column:1/-1}`

const script = `const held=new Set(),display=document.querySelector('pre')
const show=async(answer)=>{const front=await(await answer).json()
display.textContent=front.display.join('\\n')
for(const light of['ready','emergency','failure'])document.getElementById(light).className=front[light]}
const read=()=>show(fetch('state')).catch(()=>{display.textContent='NO ANSWER'})
for(const key of document.querySelectorAll('[data-key]'))key.onclick=()=>{
const on=!held.delete(key.dataset.key);if(on)held.add(key.dataset.key);key.setAttribute('aria-pressed',String(on))}
document.getElementById('press').onclick=()=>{const keys=[...held];held.clear()
for(const key of document.querySelectorAll('[data-key]'))key.setAttribute('aria-pressed','false')
if(keys.length)show(fetch('press',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({keys})})).catch(read)}
read();setInterval(read,1000)`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const keys = ['SEL', 'OK', 'UP', 'DOWN']

export const panelPage = {
  policy: `default-src 'none'; connect-src 'self'; style-src ${hashOf(style)}; script-src ${hashOf(script)}`,
  html: (unit: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${unit}</title>
<style>${style}</style></head><body><main><h1>${unit}</h1><pre role="status" aria-label="Display"></pre>
<ul><li id="ready">Ready</li><li id="emergency">Emergency</li><li id="failure">Failure</li></ul>
<div class="keys">${keys.map((key) => `<button data-key="${key}" aria-pressed="false">${key}</button>`).join('')}
<button id="press">Press the chosen keys together</button></div></main><script>${script}</script></body></html>`,
}
