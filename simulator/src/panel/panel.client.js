const { unit } = document.body.dataset
const keys = [...document.querySelectorAll('[data-key]')]
const hold = document.querySelector('#hold')
const mains = document.querySelector('#mains')
const fault = document.querySelector('#fault')
const inputs = [...document.querySelectorAll('[data-input]')]

const classOfLamp = ({ faults, activity, isBlinking }) => {
  const blink = isBlinking ? ' blink' : ''
  if (faults.length > 0) return `mark fault${blink}`
  if (activity === 'emergency') return `mark emergency${blink}`
  return `mark${activity.endsWith('Test') ? ' test' : ''}${blink}`
}

const showLamps = (lamps) => {
  const list = document.querySelector('#lamps')
  while (list.children.length > lamps.length) list.lastChild.remove()
  while (list.children.length < lamps.length) list.append(document.createElement('li'))
  for (const [at, lamp] of lamps.entries()) {
    const mark = list.children[at]
    const said = [lamp.activity, `${lamp.level} %`, ...lamp.faults, ...(lamp.isBlinking ? ['blinking'] : [])].join(', ')
    mark.className = classOfLamp(lamp)
    mark.textContent = lamp.faults.length > 0 ? '!' : ''
    mark.title = `${lamp.addr} · ${lamp.serial} · ${said}`
  }
}

const show = (state) => {
  for (const [at, line] of document.querySelectorAll('.display p').entries()) line.textContent = state.display[at]
  for (const [name, value] of Object.entries(state.leds)) {
    const led = document.querySelector(`[data-led="${name}"]`)
    led.className = `led ${value}`
    led.querySelector('.said').textContent = value
  }
  mains.checked = !state.isOnBattery
  for (const button of inputs) {
    const input = state.inputs.find(({ number }) => number === Number(button.dataset.input))
    button.setAttribute('aria-pressed', String(input?.on ?? false))
  }
  if (document.activeElement !== fault) {
    const chosen = [...fault.options].find((option) => JSON.parse(option.value)?.name === state.fault?.name)
    if (chosen) chosen.selected = true
  }
  document.querySelector('#connection').textContent = state.isConnected ? 'connected' : 'not connected'
  document.querySelector('#enrolment').textContent = state.enrolment
  document.querySelector('#keys').textContent = state.lastKeys.join(' + ') || 'none'
  const { clockOffsetS } = state
  document.querySelector('#clock').textContent =
    clockOffsetS === 0 ? 'right' : `${clockOffsetS > 0 ? '+' : ''}${clockOffsetS} s`
  document.querySelector('#records').textContent = state.waitingRecords
  document.querySelector('#count').textContent =
    state.lamps.length < state.lampsAttached
      ? `${state.lamps.length} of ${state.lampsAttached} found`
      : state.lamps.length
  showLamps(state.lamps)
}

const tell = async (action, body) => {
  const response = await fetch(`/dev/panel/${unit}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) show(await response.json())
}

const pressed = () => keys.filter((key) => key.getAttribute('aria-pressed') === 'true')
const release = () => {
  const held = pressed().map((key) => key.dataset.key)
  for (const key of keys) key.removeAttribute('aria-pressed')
  if (held.length > 0) void tell('press', { keys: held })
}
for (const key of keys) {
  key.addEventListener('click', () => {
    if (!hold.checked) return tell('press', { keys: [key.dataset.key] })
    key.setAttribute('aria-pressed', key.getAttribute('aria-pressed') === 'true' ? 'false' : 'true')
  })
}
hold.addEventListener('change', () => {
  if (!hold.checked) release()
})
mains.addEventListener('change', () => tell('mains', { on: mains.checked }))
for (const button of inputs) {
  button.addEventListener('click', () => {
    const on = button.getAttribute('aria-pressed') !== 'true'
    void tell('input', { number: Number(button.dataset.input), on })
  })
}
document.querySelector('#attach').addEventListener('click', () => tell('attach', { count: 1 }))
fault.addEventListener('change', () => tell('fault', { fault: JSON.parse(fault.value) }))

const refresh = async () => {
  try {
    const response = await fetch(`/dev/panel/${unit}/state`)
    if (response.ok) show(await response.json())
  } catch {
    document.querySelector('#connection').textContent = 'the simulator does not answer'
  }
  setTimeout(refresh, document.hidden ? 3000 : 500)
}
void refresh()
