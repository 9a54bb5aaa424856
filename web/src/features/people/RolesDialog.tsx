import { NativeSelect } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { type RoleCell, roleCell, roleRows } from '@vigilux/contract/features/members/role-table.ts'
import { type PlantRole, plantRoles } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import * as styles from './people.module.css'

/** Permissions in a plant, by role; the own role is marked. */
export function RolesDialog({ own: ownRole, onClose }: { own: PlantRole; onClose: () => void }) {
  const { t } = useTranslation(['members', 'people'])
  const phone = usePhone()
  return (
    <Dialog opened onClose={onClose} title={t('people:may.title')} size="xl">
      {phone ? <OneRole own={ownRole} /> : <AllRoles own={ownRole} />}
    </Dialog>
  )
}

/** Where a table does not fit: choose a role and read its permissions. */
function OneRole({ own: ownRole }: { own: PlantRole }) {
  const { t } = useTranslation(['members', 'people'])
  const [role, setRole] = useState(ownRole)
  const parts = [
    { title: t('people:may.may'), fits: (cell: RoleCell) => cell !== 'no' },
    { title: t('people:may.mayNot'), fits: (cell: RoleCell) => cell === 'no' },
  ]
  return (
    <div className={styles.oneRole}>
      <NativeSelect
        label={t('word.role')}
        value={role}
        data={plantRoles.map((value) => ({
          value,
          label: value === ownRole ? `${t(`role.${value}`)} (${t('you')})` : t(`role.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) => setRole(plantRoles.find((one) => one === value) ?? role)}
      />
      {parts.map(({ title, fits }) => {
        const shownRows = roleRows.filter((row) => fits(roleCell(row, role)))
        return shownRows.length === 0 ? null : (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {shownRows.map((row) => (
                <li key={row}>
                  {t(`people:may.row.${row}`)}
                  <CellText cell={roleCell(row, role)} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function CellText({ cell }: { cell: RoleCell }) {
  const { t } = useTranslation('people')
  return cell === 'yes' || cell === 'no' ? null : ` (${t(`may.${cell}`)})`
}

function AllRoles({ own: ownRole }: { own: PlantRole }) {
  const { t } = useTranslation(['members', 'people'])
  return (
    <div className={styles.roles}>
      <table aria-label={t('people:may.title')}>
        <thead>
          <tr>
            <th scope="col">{t('people:may.what')}</th>
            {plantRoles.map((role) => (
              <th key={role} scope="col" data-own={role === ownRole || undefined}>
                {t(`role.${role}`)}
                {role === ownRole ? ` (${t('you')})` : ''}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {roleRows.map((row) => (
            <tr key={row}>
              <th scope="row">{t(`people:may.row.${row}`)}</th>
              {plantRoles.map((role) => (
                <td key={role} data-own={role === ownRole || undefined}>
                  <Cell cell={roleCell(row, role)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ cell }: { cell: RoleCell }) {
  const { t } = useTranslation(['members', 'people'])
  if (cell !== 'yes' && cell !== 'no') return t(`people:may.${cell}`)
  const Mark = cell === 'yes' ? IconCheck : IconMinus
  return (
    <>
      <Mark size={16} aria-hidden />
      <span className="vx-hidden">{t(`people:may.${cell}`)}</span>
    </>
  )
}
