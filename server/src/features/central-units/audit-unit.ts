import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'

/** Name of a unit in records: its serial and its description. */
export const unitName = ({ cuId, description }: Pick<CentralUnitRow, 'cuId' | 'description'>): string =>
  `${cuId} ${description}`.trim()

/** Records a unit as audit target. */
export const auditUnit = (work: Work, row: Pick<CentralUnitRow, 'unit' | 'cuId' | 'description'>): void =>
  work.audit.target({ kind: 'unit', id: row.unit, name: unitName(row) })
