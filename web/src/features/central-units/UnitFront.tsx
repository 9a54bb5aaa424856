import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { frontKeys, frontLeds } from './unit-front.ts'

const keyWidth = 26
const keyStep = 34

/** A small front of a unit type: name, display, lights and keys; the enrolment keys are filled. */
export function UnitFront({ facts }: { facts: UnitTypeFacts }) {
  const enrolmentKeys = new Set(facts.enrolmentKeys)
  return (
    <svg className="vx-unit-small" viewBox="0 0 152 96" aria-hidden focusable="false">
      <rect className="vx-unit-small-case" x="0.5" y="0.5" width="151" height="95" rx="8" />
      <path className="vx-unit-small-head" d="M1 18V8a7 7 0 0 1 7-7h136a7 7 0 0 1 7 7v10z" />
      <text x="10" y="14">
        {facts.cu_type.toUpperCase()}
      </text>
      <rect className="vx-unit-small-bezel" x="10" y="25" width="96" height="32" rx="4" />
      <rect className="vx-unit-small-display" x="13" y="28" width="90" height="26" rx="2" />
      {frontLeds.map((led, at) => (
        <circle
          key={led}
          className={at === 0 ? 'vx-unit-small-on' : 'vx-unit-small-led'}
          cx="124"
          cy={30 + at * 11}
          r="4"
        />
      ))}
      {frontKeys.map((key, at) => (
        <g
          key={key}
          className={enrolmentKeys.has(key) ? 'vx-unit-small-press' : 'vx-unit-small-key'}
          data-press={enrolmentKeys.has(key) || undefined}
        >
          <rect x={12 + at * keyStep} y="66" width={keyWidth} height="20" rx="5" />
          <text x={12 + at * keyStep + keyWidth / 2} y="79" textAnchor="middle">
            {key}
          </text>
        </g>
      ))}
    </svg>
  )
}
