import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'

/** How a unit is named in what is written down of it: by its serial, and what people call it. */
export const unitName = ({ cuId, description }: Pick<CentralUnitRow, 'cuId' | 'description'>): string =>
  `${cuId} ${description}`.trim()

/** Notes for the audit that something is done to a unit. */
export const auditUnit = (work: Work, row: Pick<CentralUnitRow, 'unit' | 'cuId' | 'description'>): void =>
  work.audit.target({ kind: 'unit', id: row.unit, name: unitName(row) })
