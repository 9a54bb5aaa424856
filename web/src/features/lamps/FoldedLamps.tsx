import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from '../../shared/search-params.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { FoldedList } from '../../shared/table/FoldedList.tsx'
import type { PlainList, TableParts } from '../../shared/table/table-parts.ts'
import { serialOf } from '../central-units/index.ts'

/** Conditions that a unit brings to all of its lamps. */
const unitConditions: readonly string[] = ['emergency', 'offline', 'inhibited']

/** The cause that a lamp shares with others of its unit; undefined for a cause of its own. */
const causeOfUnit = ({ condition, cu }: Lamp): string | undefined =>
  unitConditions.includes(condition) ? `${condition} ${cu}` : undefined

/** The lamps on a phone: those that share the cause of their unit fold, unless one state is chosen. */
export function FoldedLamps({ parts, List }: { parts: TableParts<Lamp>; List: PlainList }) {
  const { t } = useTranslation('lamps')
  const [{ f }] = useSearchParams()
  const folding = useMemo(
    () => ({
      keyOf: (lamp: Lamp) => (f ? undefined : causeOfUnit(lamp)),
      line: ({ cu, condition }: Lamp, count: number) => ({
        title: t('fold.more', { count }),
        state: <StatusInline state={condition} />,
        detail: t('fold.ofUnit', { serial: serialOf(cu) }),
      }),
    }),
    [t, f],
  )
  return <FoldedList parts={parts} List={List} folding={folding} />
}
