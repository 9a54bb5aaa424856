import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import * as styles from './enrolment/enrol.module.css'
import { frontKeys, frontLeds } from './unit-front.ts'

const keyWidth = 26
const keyStep = 34

/** A small front of a unit type: name, display, lights and keys; the enrolment keys are filled. */
export function UnitFront({ facts }: { facts: UnitTypeFacts }) {
  const enrolmentKeys = new Set(facts.enrolmentKeys)
  return (
    <svg className={styles.unitSmall} viewBox="0 0 152 96" aria-hidden focusable="false">
      <rect className={styles.unitSmallCase} x="0.5" y="0.5" width="151" height="95" rx="8" />
      <path className={styles.unitSmallHead} d="M1 18V8a7 7 0 0 1 7-7h136a7 7 0 0 1 7 7v10z" />
      <text x="10" y="14">
        {facts.name.toUpperCase()}
      </text>
      <rect className={styles.unitSmallBezel} x="10" y="25" width="96" height="32" rx="4" />
      <rect className={styles.unitSmallDisplay} x="13" y="28" width="90" height="26" rx="2" />
      {frontLeds.map((led, at) => (
        <circle
          key={led}
          className={at === 0 ? styles.unitSmallOn : styles.unitSmallLed}
          cx="124"
          cy={30 + at * 11}
          r="4"
        />
      ))}
      {frontKeys.map((key, at) => (
        <g
          key={key}
          className={enrolmentKeys.has(key) ? styles.unitSmallPress : styles.unitSmallKey}
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
