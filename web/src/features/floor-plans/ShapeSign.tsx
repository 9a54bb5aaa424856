import type { MarkShape } from './canvas/draw-marks.ts'
import * as styles from './floor-plans.module.css'

const drawings: Readonly<Record<MarkShape, string>> = {
  circle: 'M15 10a5 5 0 1 0-10 0a5 5 0 1 0 10 0Z',
  sign: 'M2 5.5H18V14.5H2ZM5.5 10H14M11.5 7.5 14 10 11.5 12.5',
  square: 'M5.5 5.5H14.5V14.5H5.5Z',
  diamond: 'M10 3.5 16.5 10 10 16.5 3.5 10Z',
  hexagon: 'M3 10 6.5 4H13.5L17 10 13.5 16H6.5Z',
  triangle: 'M10 3.5 17 16H3Z',
}

/** A device's shape on plans, in the text color. */
export function ShapeSign({ shape }: { shape: MarkShape }) {
  return (
    <svg className={styles.planShape} viewBox="0 0 20 20" aria-hidden>
      <path d={drawings[shape]} />
    </svg>
  )
}
