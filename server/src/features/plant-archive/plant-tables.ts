/**
 * Data, not statements: what happens to the rows of a deleted plant once it cannot be restored. In the order of foreign keys, and
 * checked against the database's own catalog (`erase-plants.db.test.ts`), so that a new table is either erased or listed as
 * retained.
 */

/** How a table's rows are found: by their own plant or unit, or by the row of another table that they belong to. */
export type RowLocator = 'plant' | 'unit' | { column: string; of: string }

/** Tables whose rows are erased; "on delete cascade" erases their dependents. */
export const erasedTables: readonly (readonly [table: string, by: RowLocator])[] = [
  ...(
    [
      'plant_member',
      'ended_membership',
      'member_rule',
      'invitation',
      'inspector_link',
      'bluetooth_report',
      'saved_view',
      'report_mail',
      'notice',
      'notice_choice',
      'notice_timing',
      'notice_cause',
      'webhook',
      'access_token',
      'notice_threshold',
      'escalation',
      'escalation_run',
    ] as const
  ).map((table) => [table, 'plant'] as const),
  ['calendar_feed', 'plant'],
  ['attention_assignment', 'plant'],
  ['attention_snooze', 'plant'],
  ['favourite_plant', 'plant'],
  ['office_note', 'plant'],
  ['picture', 'plant'],
  ['report', 'plant'],
  ['attachment', 'plant'],
  ['round_item', 'plant'],
  ['round', 'plant'],
  ['handover', 'plant'],
  ['test_plan', 'plant'],
  ['planned_test', 'plant'],
  ['plan_unit', 'unit'],
  ['plan_settings', 'plant'],
  ['held_test', 'plant'],
  ['test_result', { column: 'test_id', of: 'test_run' }],
  ['test_run', 'plant'],
  ['lamp_text_revision', 'plant'],
  ['lamp_text_change', 'unit'],
  ['lamp_text_part', 'plant'],
  ['walk', 'plant'],
  ['walk_lamp', 'unit'],
  ['floor_plan_lamp', 'unit'],
  ['floor_plan', 'plant'],
  ['room_lamp', 'unit'],
  ['room_unit', 'unit'],
  ['room', 'plant'],
  ['unit_scene_list', 'unit'],
  ['monitoring_zone_lamp', 'unit'],
  ['monitoring_zone', 'plant'],
  ['energy_waiting', 'unit'],
  ['energy_readings', 'unit'],
  ['energy_sums', 'unit'],
  ['energy_unit', 'unit'],
  ['energy_aside', 'unit'],
  ['inhibition', 'plant'],
  ['zone_lamp', 'unit'],
  ['zone', 'plant'],
  ['scene_run', 'plant'],
  ['scene', 'plant'],
  ['removed_scene', 'plant'],
  ['aggregation', 'plant'],
  ['group_name', 'unit'],
  ['operation_step', { column: 'operation_id', of: 'operation' }],
  ['operation', 'plant'],
  ['unit_snapshot', 'plant'],
  ['unit_command', 'plant'],
  ['unit_hold', 'plant'],
  ['working_unit', 'plant'],
  ['enrolment', 'plant'],
  ['unit_record', 'plant'],
  ['unit_record_run', 'plant'],
  ['unit_record_gap', 'plant'],
  ['bluetooth_entry', 'plant'],
  ['lamp_product', 'unit'],
  ['lamp_note', 'unit'],
  ['lamp_change', 'unit'],
  ['lamp_list', 'unit'],
  ['failed_test', 'unit'],
  ['lamp', 'unit'],
  ['product_price', 'plant'],
  ['price_settings', 'plant'],
  ['energy_settings', 'plant'],
  ['compliance_profile', 'plant'],
  ['plant_figures', 'plant'],
  ['plant_figures_due', 'plant'],
  ['unit_lists_due', 'plant'],
]

/** The sealed logbook, in the order in which it is deleted after its retention; units as far as entries name them. */
export const sealedTables = ['logbook_time_stamp', 'logbook_person', 'logbook_entry', 'logbook_head'] as const

/**
 * Tables with a retention of their own, or that belong to others: audit, access and security logs, used codes.
 * @internal
 */
export const retainedTables = ['audit', 'plant_visit', 'security_event', 'pro_code'] as const
