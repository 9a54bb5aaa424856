DROP INDEX "unit_command_plant";--> statement-breakpoint
DROP INDEX "unit_command_query";--> statement-breakpoint
DROP INDEX "enrolment_of_unit";--> statement-breakpoint
DROP INDEX "plant_entry_unit";--> statement-breakpoint
DROP INDEX "unit_record_plant";--> statement-breakpoint
DROP INDEX "operation_of_unit";--> statement-breakpoint
DROP INDEX "unit_snapshot_of_unit";--> statement-breakpoint
DROP INDEX "test_result_serial";--> statement-breakpoint
DROP INDEX "test_run_plant";--> statement-breakpoint
DROP INDEX "audit_plant_at";--> statement-breakpoint
DROP INDEX "dead_letter_unit";--> statement-breakpoint
CREATE INDEX "unit_command_open" ON "unit_command" USING btree ("plant_id","requested_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "unit_command_ended" ON "unit_command" USING btree ("plant_id","ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "unit_command_spaced" ON "unit_command" USING btree ("unit","name","requested_at") WHERE name in ('statusQuery', 'setClock');--> statement-breakpoint
CREATE INDEX "test_run_under_way" ON "test_run" USING btree ("plant_id") WHERE state in ('requested', 'running');--> statement-breakpoint
CREATE INDEX "test_run_under_way_on_unit" ON "test_run" USING btree ("central_unit_id") WHERE state in ('requested', 'running');--> statement-breakpoint
CREATE INDEX "test_run_ended" ON "test_run" USING btree ("central_unit_id","ended_at") WHERE state in ('finished', 'stopped');--> statement-breakpoint
CREATE INDEX "enrolment_of_unit" ON "enrolment" USING btree ("plant_id","unit","started_at");--> statement-breakpoint
CREATE INDEX "plant_entry_unit" ON "plant_entry" USING btree ("central_unit_id","at");--> statement-breakpoint
CREATE INDEX "unit_record_plant" ON "unit_record" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "operation_of_unit" ON "operation" USING btree ("plant_id","unit","requested_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "unit_snapshot_of_unit" ON "unit_snapshot" USING btree ("plant_id","unit","taken_at");--> statement-breakpoint
CREATE INDEX "test_result_serial" ON "test_result" USING btree ("serial","at");--> statement-breakpoint
CREATE INDEX "test_run_plant" ON "test_run" USING btree ("plant_id","requested_at");--> statement-breakpoint
CREATE INDEX "audit_plant_at" ON "audit" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "dead_letter_unit" ON "dead_letter" USING btree ("unit","id");