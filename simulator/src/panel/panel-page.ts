import type { UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'
import { faultChoices } from '../core/fault-script.ts'
import type { PanelState } from './panel-state.ts'

/** From left to right on the unit. */
const orderedKeys: readonly UnitKey[] = ['SEL', 'UP', 'DOWN', 'OK']

const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const faultOptions = faultChoices
  .map((script) => `<option value='${escapeHtml(JSON.stringify(script))}'>${script.name}</option>`)
  .join('')

const clockOf = (offsetS: number): string => (offsetS === 0 ? 'right' : `${offsetS > 0 ? '+' : ''}${offsetS} s`)

const led = (name: string, label: string): string =>
  `<li class="led" data-led="${name}"><span class="bulb" aria-hidden="true"></span>${label}<span class="said"></span></li>`

const inputsOf = ({ inputs }: PanelState): string =>
  inputs.length === 0
    ? ''
    : `<div class="inputs" role="group" aria-label="Inputs">${inputs
        .map(
          ({ number, on }) =>
            `<button type="button" data-input="${number}" aria-pressed="${on}">Input ${number}</button>`,
        )
        .join('')}</div>`

/** Front of a unit as a page. Without its script it shows the state at creation. */
export const panelPage = (state: PanelState): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(state.type)} ${escapeHtml(state.serial)} · front panel</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev/panel/assets/panel.css">
<script src="/dev/panel/assets/panel.js" defer></script>
</head>
<body data-unit="${escapeHtml(state.unit)}">
<main>
<h1>Simulated unit</h1>
<p class="note">The front of a virtual unit. Press a key, or choose keys with <em>Hold</em> to press them together.</p>
<section class="unit" aria-label="Front panel">
  <header><strong>${escapeHtml(state.type.toUpperCase())}</strong><span>S/N ${escapeHtml(state.serial)}</span></header>
  <div class="face">
    <div class="display" role="status" aria-label="Display">${state.display.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>
    <ul class="leds">${led('ready', 'READY')}${led('emergency', 'EMERGENCY')}${led('failure', 'FAILURE')}</ul>
  </div>
  <div class="keys" role="group" aria-label="Keys">
    ${orderedKeys.map((key) => `<button type="button" data-key="${key}"${state.enrolmentKeys.includes(key) ? ' class="asked"' : ''}>${key}</button>`).join('\n    ')}
  </div>
  <label class="hold"><input type="checkbox" id="hold"> Hold keys, then release them together</label>
</section>
<section class="card" aria-label="Surroundings">
  <label class="switch"><input type="checkbox" id="mains"${state.isOnBattery ? '' : ' checked'}> Mains present</label>
  <label>Misbehaviour
    <select id="fault"><option value="null">none</option>${faultOptions}</select>
  </label>
  <button type="button" id="attach">Attach one more lamp</button>
  ${inputsOf(state)}
  <dl>
    <dt>Connection</dt><dd id="connection"></dd>
    <dt>Enrolment</dt><dd id="enrolment">${escapeHtml(state.enrolment)}</dd>
    <dt>Keys pressed last</dt><dd id="keys">${state.lastKeys.join(' + ') || 'none'}</dd>
    <dt>Clock</dt><dd id="clock">${clockOf(state.clockOffsetS)}</dd>
    <dt>Records not yet acknowledged</dt><dd id="records">${state.waitingRecords}</dd>
  </dl>
</section>
<section class="card" aria-label="Lamps">
  <h2>Lamps <span id="count">${state.lamps.length}</span></h2>
  <ul class="lamps" id="lamps"></ul>
  <p class="legend"><span class="mark"></span> normal <span class="mark emergency"></span> on battery <span class="mark test"></span> in test <span class="mark fault">!</span> fault <span class="mark blink"></span> blinking</p>
</section>
</main>
</body>
</html>
`
