CREATE TABLE "attachment" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"category" text NOT NULL,
	"added_by" text NOT NULL,
	"preview_state" text NOT NULL,
	"preview_id" uuid
);
--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_preview_id_file_id_fk" FOREIGN KEY ("preview_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachment_plant" ON "attachment" USING btree ("plant_id");