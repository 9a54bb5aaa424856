ALTER TABLE "profile" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lamp_note" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_record" ADD COLUMN "event" jsonb;--> statement-breakpoint
CREATE INDEX "unit_command_asked" ON "unit_command" USING btree ("plant_id","requested_at") WHERE requested_by is not null and operation_id is null;--> statement-breakpoint
CREATE INDEX "test_run_ended_in_plant" ON "test_run" USING btree ("plant_id","ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "plant_entry_plant" ON "plant_entry" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "unit_record_event" ON "unit_record" USING btree ("plant_id","at") WHERE event is not null;--> statement-breakpoint
CREATE INDEX "audit_person_at" ON "audit" USING btree ("user_id","at") WHERE plant_id is null;--> statement-breakpoint
CREATE INDEX "audit_address_at" ON "audit" USING btree ("user_name","at") WHERE plant_id is null and user_id is null;