CREATE TABLE "report_mail" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rhythm" text NOT NULL,
	"period" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_mail_plant_id_user_id_pk" PRIMARY KEY("plant_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "attachment" uuid;--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_mail_next" ON "report_mail" USING btree ("next_at");