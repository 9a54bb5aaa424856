import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LinesView, UnitFrame } from '../central-units/index.ts'
import { GearTable } from './GearTable.tsx'

/** A unit's lines of addressed gear, and the gear on them. */
export function UnitLinesPage() {
  return (
    <UnitFrame tab="lines">
      {(open) => (
        <LinesView
          key={open.topic}
          open={open}
          table={
            <AnswerBoundary>
              <GearTable open={open} />
            </AnswerBoundary>
          }
        />
      )}
    </UnitFrame>
  )
}
