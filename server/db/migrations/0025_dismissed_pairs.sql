CREATE TABLE `dismissed_pairs` (
	`first` text NOT NULL,
	`second` text NOT NULL,
	`dismissed_at` integer NOT NULL,
	PRIMARY KEY(`first`, `second`),
	FOREIGN KEY (`first`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`second`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `dismissed_pairs_by_second` ON `dismissed_pairs` (`second`);