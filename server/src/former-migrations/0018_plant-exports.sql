CREATE TABLE "logbook_origin" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"up_to" integer NOT NULL,
	"head" text NOT NULL,
	"installation" text NOT NULL,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL,
	"exported_at" timestamp with time zone NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plant_export" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"state" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"bytes" bigint,
	"file_id" uuid,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "logbook_origin" ADD CONSTRAINT "logbook_origin_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_export" ADD CONSTRAINT "plant_export_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_export" ADD CONSTRAINT "plant_export_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plant_export_plant" ON "plant_export" USING btree ("plant_id","requested_at");--> statement-breakpoint
CREATE INDEX "plant_export_file" ON "plant_export" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
ALTER TABLE "plant_export" ADD CONSTRAINT "plant_export_state_known" CHECK ("state" IN ('waiting', 'running', 'ready', 'failed'));
