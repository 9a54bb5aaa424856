CREATE TABLE "bluetooth_entry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"mac" text,
	"serial" text,
	"device" text,
	"addr" integer,
	"reason" text,
	"command" text,
	"error" text,
	"code" text,
	"by_name" text
);
--> statement-breakpoint
CREATE TABLE "bluetooth_report" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"name_hash" text NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"made_by" uuid NOT NULL,
	"made_by_name" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by_name" text,
	CONSTRAINT "bluetooth_report_nameHash_unique" UNIQUE("name_hash")
);
--> statement-breakpoint
ALTER TABLE "bluetooth_entry" ADD CONSTRAINT "bluetooth_entry_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bluetooth_report" ADD CONSTRAINT "bluetooth_report_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bluetooth_entry_once" ON "bluetooth_entry" USING btree ("plant_id","unit","source");--> statement-breakpoint
CREATE INDEX "bluetooth_entry_plant" ON "bluetooth_entry" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "bluetooth_entry_change" ON "bluetooth_entry" USING btree ("plant_id","unit","at") WHERE source like 'shadow %';--> statement-breakpoint
CREATE INDEX "bluetooth_entry_link" ON "bluetooth_entry" USING btree ("plant_id","unit","at") WHERE source like 'link %';--> statement-breakpoint
CREATE UNIQUE INDEX "bluetooth_report_key" ON "bluetooth_report" USING btree ("plant_id","made_by","idempotency_key");--> statement-breakpoint
CREATE INDEX "bluetooth_report_plant" ON "bluetooth_report" USING btree ("plant_id","made_at");--> statement-breakpoint
CREATE INDEX "bluetooth_report_expires" ON "bluetooth_report" USING btree ("expires_at");