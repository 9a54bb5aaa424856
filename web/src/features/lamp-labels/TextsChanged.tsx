import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '../../shared/form/ChangedMeanwhile.tsx'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import type { Conflict } from './use-save-texts.ts'

type Texts = { description?: string | undefined; location?: string | undefined }

/** Description and place in one line. */
export const textsOf = ({ description, location }: Texts): string => [description, location].filter(Boolean).join(' · ')

type ChangedProps = { conflict: Conflict; onTheirs: (conflict: Conflict) => void; onMine: (conflict: Conflict) => void }

/** Lamps whose texts another person changed meanwhile: both texts of each, and the choice. */
export function TextsChanged({ conflict, onTheirs, onMine }: ChangedProps) {
  const { t } = useTranslation('lamp-labels')
  const rejectedByLamp = new Map(conflict.rows.map((row) => [`${row.topic}.${row.addr}`, row]))
  return (
    <ChangedMeanwhile
      texts={conflict.changed.map(({ topic, addr, now }) => {
        const rejectedRow = rejectedByLamp.get(`${topic}.${addr}`)
        return {
          label: t('changedLamp', { number: lampNumber(addr), serial: serialOf(topic) }),
          theirs: textsOf(now),
          mine: textsOf({
            description: rejectedRow?.description ?? now.description,
            location: rejectedRow?.location ?? now.location,
          }),
        }
      })}
      onTheirs={() => onTheirs(conflict)}
      onMine={() => onMine(conflict)}
    />
  )
}
